// What shapes take over from the layout and the master behind a slide: their place and their bullets (ECMA-376 part 1,
// 19.3.1.36). Layouts and masters are read once and kept as the little that is needed of them.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { type Bullet, levelBullets } from '../office/drawing-paragraphs.ts';
import { type Box, boxOf } from './box.ts';

type LevelBullets = ReadonlyMap<number, Bullet>;

export interface Placeholder {
  readonly type: string;
  readonly index: string | undefined;
}

interface Model extends Placeholder {
  readonly box: Box | undefined;
  readonly bullets: LevelBullets;
}

interface Sheet {
  readonly models: readonly Model[];
  /** Text styles of a master: titleStyle, bodyStyle, otherStyle. */
  readonly styles: ReadonlyMap<string, LevelBullets>;
  readonly master: OpcPart | undefined;
  /** ST_SlideLayoutType (19.7.15), such as `secHead`. */
  readonly type: string;
}

/** A layout with more placeholders than this is no layout. */
const mostModels = 1_000;

const textStyles = new Map([
  ['title', 'p:titleStyle'],
  ['ctrTitle', 'p:titleStyle'],
  ['', 'p:otherStyle'],
]);

/** The placeholder a shape is, if any (19.3.1.36: the type is `obj` where it is left out). */
export function placeholderOf(shape: OfficeElement): Placeholder | undefined {
  const found = nonVisual(shape)?.at('p:nvPr', 'p:ph');
  return found === undefined ? undefined : { type: found.get('type') ?? 'obj', index: found.get('idx') };
}

/** The element with the names of a shape, whatever kind of shape it is. */
export function nonVisual(shape: OfficeElement): OfficeElement | undefined {
  for (const element of shape.elements()) if (element.key.startsWith('p:nv')) return element;
  return undefined;
}

export class Inheritance {
  readonly #sheets = new Map<string, Sheet>();
  readonly #default: LevelBullets;

  constructor(defaultTextStyle: OfficeElement | undefined) {
    this.#default = levelBullets(defaultTextStyle);
  }

  /** What the shapes of a slide (or of its notes) take over. */
  of(slide: OpcPart, parent: 'slideLayout' | 'notesMaster'): Inherited {
    const layout = this.#sheet(slide.related(parent));
    const master = parent === 'slideLayout' ? this.#sheet(layout?.master) : undefined;
    return new Inherited(layout, master, this.#default);
  }

  #sheet(part: OpcPart | undefined): Sheet | undefined {
    if (part === undefined) return undefined;
    const known = this.#sheets.get(part.name);
    if (known !== undefined) return known;
    const sheet = readSheet(part);
    this.#sheets.set(part.name, sheet);
    return sheet;
  }
}

function readSheet(part: OpcPart): Sheet {
  const models: Model[] = [];
  const styles = new Map<string, LevelBullets>();
  let root: OfficeElement | undefined;
  try {
    root = part.tree();
  } catch (error) {
    // A slide can be read without the look behind it.
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
  }
  for (const shape of root?.at('p:cSld', 'p:spTree')?.elements() ?? []) {
    const placeholder = placeholderOf(shape);
    if (placeholder === undefined || models.length >= mostModels) continue;
    models.push({ ...placeholder, box: boxOf(shape), bullets: levelBullets(shape.at('p:txBody', 'a:lstStyle')) });
  }
  for (const style of root?.child('p:txStyles')?.elements() ?? []) styles.set(style.key, levelBullets(style));
  const notes = root?.child('p:notesStyle');
  if (notes !== undefined) styles.set('p:bodyStyle', levelBullets(notes));
  return { models, styles, master: part.related('slideMaster'), type: root?.get('type') ?? '' };
}

export class Inherited {
  readonly #layout: Sheet | undefined;
  readonly #master: Sheet | undefined;
  readonly #default: LevelBullets;

  constructor(layout: Sheet | undefined, master: Sheet | undefined, fallback: LevelBullets) {
    this.#layout = layout;
    this.#master = master;
    this.#default = fallback;
  }

  get layoutType(): string {
    return this.#layout?.type ?? '';
  }

  box(placeholder: Placeholder | undefined): Box | undefined {
    return this.#models(placeholder).find((model) => model.box !== undefined)?.box;
  }

  /** Layout, master, then the text styles of the master. */
  bullet(placeholder: Placeholder | undefined, level: number): Bullet | undefined {
    for (const model of this.#models(placeholder)) {
      const bullet = model.bullets.get(level);
      if (bullet !== undefined) return bullet;
    }
    const style = textStyles.get(placeholder?.type ?? '') ?? 'p:bodyStyle';
    const found = (this.#master ?? this.#layout)?.styles.get(style)?.get(level);
    return found ?? (placeholder === undefined ? this.#default.get(level) : undefined);
  }

  #models(placeholder: Placeholder | undefined): Model[] {
    if (placeholder === undefined) return [];
    const onLayout = matching(this.#layout, placeholder);
    const onMaster = this.#master?.models.find(
      (model) => kindOf(model.type) === kindOf((onLayout ?? placeholder).type),
    );
    return [onLayout, onMaster].filter((model) => model !== undefined);
  }
}

/** By index, which layouts give each placeholder, else by what it is for. */
function matching(sheet: Sheet | undefined, { type, index }: Placeholder): Model | undefined {
  const byIndex = index === undefined ? undefined : sheet?.models.find((model) => model.index === index);
  return byIndex ?? sheet?.models.find((model) => kindOf(model.type) === kindOf(type));
}

/** Masters know one title and one body, which every kind of content stands in. */
function kindOf(type: string): string {
  if (type === 'title' || type === 'ctrTitle') return 'title';
  return type === 'dt' || type === 'ftr' || type === 'sldNum' || type === 'hdr' || type === 'sldImg' ? type : 'body';
}
