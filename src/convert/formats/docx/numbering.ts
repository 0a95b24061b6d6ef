// Numbers of lists and headings: what numbering.xml defines, and the counters that run through the document (ECMA-376
// part 1, 17.9).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { numberText } from '../../document/number-text.ts';
import { readIndent, twips } from './measures.ts';
import type { StyleSheet } from './styles.ts';

const levelCount = 9;
const mostDefinitions = 100_000;
const mostLinks = 16;
const longestLevelText = 200;

interface Level {
  readonly start: number;
  readonly format: string;
  /** Such as `%1.%2`; empty when nothing is shown. */
  readonly text: string;
  /** 17.9.10: restarts only after a level up to this one; 0 never restarts. */
  readonly restart: number | undefined;
  readonly legal: boolean;
  readonly style: string | undefined;
  readonly indent: number | undefined;
}

interface Definition {
  readonly id: string;
  readonly levels: readonly (Level | undefined)[];
  readonly link: string | undefined;
}

interface Instance {
  readonly id: string;
  readonly definition: Definition;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

/** One paragraph's place in a list. */
export interface Numbered {
  /** The list it counts in: the same for all instances that share their counters. */
  readonly list: string;
  readonly level: number;
  readonly kind: 'bullet' | 'number' | 'none';
  readonly value: number;
  /** As shown, such as `1.2` or `Article 3`; empty for bullets. */
  readonly label: string;
  /** Shows more than its own number and punctuation. */
  readonly levelsShown: number;
  readonly hasWords: boolean;
  readonly indent: number | undefined;
}

const bulletLabel = { label: '', levelsShown: 0, hasWords: false } as const;

const plainLevel: Level = {
  start: 1,
  format: 'decimal',
  text: '%1.',
  restart: undefined,
  legal: false,
  style: undefined,
  indent: undefined,
};

export class Numbering {
  readonly #instances = new Map<string, Instance>();
  /** Counters by definition; instances of the same one count on together (17.9.15). */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(root: OfficeElement | undefined, styles: StyleSheet) {
    const definitions = new Map<string, Definition>();
    for (const element of root?.elements('w:abstractNum') ?? []) {
      const id = element.get('w:abstractNumId');
      if (id === undefined || definitions.size >= mostDefinitions) continue;
      const levels: (Level | undefined)[] = [];
      for (const one of element.elements('w:lvl')) {
        const at = levelNumber(one);
        if (at !== undefined) levels[at] = readLevel(one);
      }
      definitions.set(id, { id, levels, link: element.child('w:numStyleLink')?.get('w:val') });
    }
    const named = new Map<string, string>();
    const elements = [...(root?.elements('w:num') ?? [])].slice(0, mostDefinitions);
    for (const element of elements) {
      const id = element.get('w:numId');
      const definition = element.child('w:abstractNumId')?.get('w:val');
      if (id !== undefined && definition !== undefined) named.set(id, definition);
    }
    // 17.9.21: a definition may only point at a numbering style, whose own list has the levels.
    const resolve = (id: string): Definition | undefined => {
      let found = definitions.get(id);
      for (let hops = 0; found?.link !== undefined && hops < mostLinks; hops += 1) {
        const target = named.get(styles.numberingOf(found.link) ?? '');
        const next = target === undefined ? undefined : definitions.get(target);
        if (next === undefined || next === found) break;
        found = next;
      }
      return found;
    };
    for (const element of elements) {
      const id = element.get('w:numId');
      const definition = id === undefined ? undefined : resolve(named.get(id) ?? '');
      if (id === undefined || definition === undefined) continue;
      const levels = new Map<number, Level>();
      const starts = new Map<number, number>();
      for (const override of element.elements('w:lvlOverride')) {
        const at = levelNumber(override);
        if (at === undefined) continue;
        const level = override.child('w:lvl');
        if (level !== undefined) levels.set(at, readLevel(level));
        const start = twips(override.child('w:startOverride')?.get('w:val'));
        if (start !== undefined) starts.set(at, start);
      }
      this.#instances.set(id, { id, definition, levels, starts });
    }
  }

  /** The level of a list that belongs to a paragraph style (17.9.23). */
  levelOfStyle(numId: string, style: string): number | undefined {
    const instance = this.#instances.get(numId);
    if (instance === undefined) return undefined;
    for (let at = 0; at < levelCount; at += 1) if (levelOf(instance, at).style === style) return at;
    return undefined;
  }

  /** Counts one paragraph; undefined when there is no such list. */
  next(numId: string, given: number): Numbered | undefined {
    const instance = this.#instances.get(numId);
    if (instance === undefined) return undefined;
    // 17.9.3: there are nine levels; deeper ones, which other programs write, are shown as the ninth.
    const level = Math.min(levelCount - 1, Math.max(0, given));
    const counters = this.#countersOf(instance);
    const own = levelOf(instance, level);
    for (let at = 0; at < level; at += 1) counters[at] ??= startOf(instance, at);
    const before = counters[level];
    const value = before === undefined ? startOf(instance, level) : before + 1;
    counters[level] = value;
    for (let at = level + 1; at < levelCount; at += 1) {
      const { restart } = levelOf(instance, at);
      if (restart === undefined || (restart > 0 && level < restart)) counters[at] = undefined;
    }
    const isBullet = own.format === 'bullet';
    const { label, levelsShown, hasWords } = isBullet ? bulletLabel : this.#label(instance, own, counters);
    const kind = isBullet ? 'bullet' : label === '' ? 'none' : 'number';
    return { list: instance.definition.id, level, kind, value, label, levelsShown, hasWords, indent: own.indent };
  }

  #countersOf(instance: Instance): (number | undefined)[] {
    let counters = this.#counters.get(instance.definition.id);
    if (counters === undefined) {
      counters = [];
      this.#counters.set(instance.definition.id, counters);
    }
    if (instance.starts.size > 0 && !this.#begun.has(instance.id)) {
      // 17.9.27: the override restarts its levels the first time this list is used.
      for (const at of instance.starts.keys()) counters[at] = undefined;
    }
    this.#begun.add(instance.id);
    return counters;
  }

  #label(instance: Instance, own: Level, counters: readonly (number | undefined)[]) {
    let label = '';
    let levelsShown = 0;
    let hasWords = false;
    const { text } = own;
    for (let at = 0; at < text.length; at += 1) {
      const digit = text[at] === '%' ? text.charCodeAt(at + 1) - 49 : -1;
      if (digit >= 0 && digit < levelCount) {
        at += 1;
        levelsShown += 1;
        const format = own.legal ? 'decimal' : levelOf(instance, digit).format;
        const shown = numberText(counters[digit] ?? startOf(instance, digit), format);
        label += shown;
        if (!/^[0-9]*$/.test(shown)) hasWords = true;
      } else {
        const character = text[at] as string;
        label += character;
        if (/[\p{L}\p{N}]/u.test(character)) hasWords = true;
      }
    }
    return { label: label.trim(), levelsShown, hasWords: hasWords || levelsShown === 0 };
  }
}

function levelOf(instance: Instance, at: number): Level {
  return instance.levels.get(at) ?? instance.definition.levels[at] ?? plainLevel;
}

function startOf(instance: Instance, at: number): number {
  return instance.starts.get(at) ?? levelOf(instance, at).start;
}

function levelNumber(element: OfficeElement): number | undefined {
  const at = Number(element.get('w:ilvl') ?? Number.NaN);
  return Number.isInteger(at) && at >= 0 && at < levelCount ? at : undefined;
}

function readLevel(element: OfficeElement): Level {
  const value = (key: string): string | undefined => element.child(key)?.get('w:val');
  const legal = element.child('w:isLgl');
  return {
    start: twips(value('w:start')) ?? 0,
    format: value('w:numFmt') ?? 'decimal',
    text: (value('w:lvlText') ?? '').slice(0, longestLevelText),
    restart: twips(value('w:lvlRestart')),
    legal: legal !== undefined && legal.get('w:val') !== '0' && legal.get('w:val') !== 'false',
    style: value('w:pStyle'),
    indent: readIndent(element.at('w:pPr', 'w:ind')),
  };
}
