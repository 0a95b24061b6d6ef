// Finds the main content of a web page and what around and inside it is boilerplate. The idea: weigh every element's
// prose against its links and named boilerplate, take the element where the balance is best, then clear it out.
import type { DomElement, DomNode, DomParent } from './dom.ts';
import { walk } from './dom.ts';
import { regionByName, regionOf } from './regions.ts';
import { carriesFormula } from './visibility.ts';
import { isInline, type Mass, weigh } from './text-mass.ts';

export interface Cut {
  /** Elements to leave out. */
  readonly dropped: ReadonlySet<DomNode>;
  readonly main: DomElement;
  readonly regions: number;
  readonly characters: number;
}

const P = { alpha: Number(process.env.ALPHA ?? 1), short: Number(process.env.SHORT ?? 0.5), least: 250, trust: 0.5, keep: 0.3, decay: Number(process.env.DECAY ?? 0.5), similar: Number(process.env.SIMILAR ?? 0.45) };

export function findMainContent(body: DomElement, hidden: ReadonlySet<DomNode>): Cut | undefined {
  const masses = weigh(body, hidden);
  const total = masses.get(body);
  if (total === undefined || total.prose < P.least) return undefined;
  const boilerplate = namedBoilerplate(body, masses, hidden, total);
  const main = bestBalance(body, masses, boilerplate, hidden);
  const dropped = new Set<DomNode>();
  outside(body, main, masses, boilerplate, hidden, dropped);
  inside(main, masses, boilerplate, hidden, dropped);
  if (dropped.size === 0) return undefined;
  let characters = 0;
  for (const node of dropped) characters += node.kind === 'element' ? (masses.get(node)?.text ?? 0) : 0;
  if ((total.text - characters) < P.least) return undefined;
  return { dropped, main, regions: dropped.size, characters };
}

/** Regions whose name says boilerplate, unless they hold so much of the prose that the name must be wrong. */
function namedBoilerplate(body: DomElement, masses: Map<DomElement, Mass>, hidden: ReadonlySet<DomNode>, total: Mass): Set<DomNode> {
  const found = new Set<DomNode>();
  walk(
    body,
    (node) => {
      if (node.kind !== 'element' || hidden.has(node) || carriesFormula(node)) return 'skip';
      const mass = masses.get(node);
      if (mass === undefined) return undefined;
      if (regionOf(node) === 'boilerplate' && mass.prose < total.prose * (regionByName(node) === 'boilerplate' && regionOf(node, false) === 'boilerplate' ? 0.8 : P.trust)) {
        found.add(node);
        return 'skip';
      }
      return undefined;
    },
    () => {},
  );
  return found;
}

const containers = new Set('article body center div form main section td'.split(' '));
/** Blocks that are text themselves: their prose counts fully for the element around. */
const textBlocks = new Set('p pre blockquote dd h1 h2 h3 h4 h5 h6'.split(' '));

interface Density {
  /** Prose nearby: own and in text blocks below fully, deeper down less and less. */
  local: number;
  /** The largest `local` in the subtree. */
  peak: number;
}

function bestBalance(body: DomElement, masses: Map<DomElement, Mass>, boilerplate: ReadonlySet<DomNode>, hidden: ReadonlySet<DomNode>): DomElement {
  const densities = new Map<DomElement, Density>();
  let best = body;
  let most = 0;
  const open: { local: number; peak: number; inner: number }[] = [{ local: 0, peak: 0, inner: 0 }];
  const leave = (element: DomElement): void => {
    const own = open.pop();
    const mass = masses.get(element);
    if (own === undefined || mass === undefined) return;
    const bare = Math.max(0, mass.prose - own.inner);
    const share = mass.text === 0 ? 0 : mass.linked / mass.text;
    const local = textBlocks.has(element.tag) ? mass.prose : (own.local + bare);
    const score = local * (1 - share);
    const peak = Math.max(own.peak, score);
    densities.set(element, { local: score, peak });
    if ((containers.has(element.tag) || element.tag.includes('-')) && score > most) {
      most = score;
      best = element;
    }
    const outer = open.at(-1);
    if (outer === undefined) return;
    outer.local += textBlocks.has(element.tag) ? local : local * P.decay;
    outer.inner += mass.prose;
    outer.peak = Math.max(outer.peak, peak);
  };
  walk(
    body,
    (node) => {
      if (node.kind !== 'element' || hidden.has(node)) return 'skip';
      if (boilerplate.has(node)) {
        const outer = open.at(-1);
        if (outer !== undefined) outer.inner += masses.get(node)?.prose ?? 0;
        return 'skip';
      }
      if (!isInline(node)) open.push({ local: 0, peak: 0, inner: 0 });
      return undefined;
    },
    (element) => {
      if (!isInline(element)) leave(element);
    },
  );
  leave(body);
  return climbed(best, body, densities, boilerplate);
}

/** Goes up while what stands beside is of the same kind: the sections of one text. */
function climbed(start: DomElement, body: DomElement, densities: Map<DomElement, Density>, boilerplate: ReadonlySet<DomNode>): DomElement {
  const peak = densities.get(start)?.local ?? 0;
  let at = start;
  let main = start;
  while (at !== body) {
    const parent: DomParent | undefined = at.parent;
    if (parent?.kind !== 'element') break;
    for (let node = parent.first; node !== undefined; node = node.next) {
      if (node === at || node.kind !== 'element' || boilerplate.has(node)) continue;
      if (process.env.DEBUG && (densities.get(node)?.peak ?? 0) > peak * 0.1) console.log('climb', at.tag, JSON.stringify(at.attributes).slice(0,100), peak|0, 'sib', node.tag, JSON.stringify(node.attributes).slice(0,100), densities.get(node));
      if ((densities.get(node)?.peak ?? 0) > peak * P.similar) main = parent;
    }
    at = parent;
  }
  return main;
}

/** From the body down to the main element: siblings on the way go, unless they read like part of the text. */
function outside(body: DomElement, main: DomElement, masses: Map<DomElement, Mass>, boilerplate: ReadonlySet<DomNode>, hidden: ReadonlySet<DomNode>, dropped: Set<DomNode>): void {
  for (let at: DomElement = main; at !== body; ) {
    const parent: DomParent | undefined = at.parent;
    if (parent?.kind !== 'element') return;
    for (let node = parent.first; node !== undefined; node = node.next) {
      if (node === at || hidden.has(node) || node.kind === 'comment') continue;
      if (node.kind === 'element' && !boilerplate.has(node) && joins(node, at, masses)) continue;
      dropped.add(node);
    }
    at = parent;
  }
}

function joins(node: DomElement, main: DomElement, masses: Map<DomElement, Mass>): boolean {
  const mass = masses.get(node);
  if (mass === undefined || main.parent?.kind !== 'element') return false;
  const density = mass.text === 0 ? 1 : mass.linked / mass.text;
  return mass.prose > 80 && density < 0.25 && mass.prose > mass.text * 0.6;
}

/** Inside the main element: named boilerplate, and blocks that are mostly links. */
function inside(main: DomElement, masses: Map<DomElement, Mass>, boilerplate: ReadonlySet<DomNode>, hidden: ReadonlySet<DomNode>, dropped: Set<DomNode>): void {
  const whole = masses.get(main);
  walk(
    main,
    (node) => {
      if (node.kind !== 'element' || hidden.has(node) || carriesFormula(node)) return 'skip';
      const mass = masses.get(node);
      if (mass === undefined || whole === undefined) return undefined;
      if (boilerplate.has(node) || isClutter(node, mass, whole)) {
        dropped.add(node);
        return 'skip';
      }
      return undefined;
    },
    () => {},
  );
}

const clutterTags = new Set(['div', 'ul', 'ol', 'section', 'form', 'fieldset', 'header', 'dl']);

function isClutter(element: DomElement, mass: Mass, whole: Mass): boolean {
  if (!clutterTags.has(element.tag)) return false;
  if (element.tag === 'form' && mass.fields > 0 && mass.prose < whole.prose * P.trust) return true;
  if (mass.text === 0) return false;
  const density = mass.linked / mass.text;
  if (density > 0.6 && mass.links > 2 && mass.prose < 100 && mass.images === 0) return true;
  return regionByName(element) === 'boilerplate';
}
