// What the name of a region says about it: markup, roles, class and id of web pages follow habits, gathered here as data.
import { attribute, type DomElement } from './dom.ts';

export type Region = 'boilerplate' | 'content' | 'unknown';

const boilerplateTags = new Set(['nav', 'aside', 'footer', 'menu', 'search']);
const boilerplateRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alertdialog tooltip'.split(' '),
);
const contentRoles = new Set(['main', 'article']);

/** Words of a class or id, singular; matched as whole words of names split at case, dashes and underscores. */
const boilerplateWords = new Set(
  `ad ads adv advert advertisement advertising adsense adslot dfp sponsor sponsored promo promotion promoted
  banner toolbar masthead
  sidebar rail aside footer foot copyright legal disclaimer
  share sharing sharebar sharedaddy addthis social socialize follow facebook twitter pinterest whatsapp
  comment comments commentlist disqus livefyre replies respond remark remarks reply
  related recommend recommended recommendation recommendations recirc recirculation outbrain taboola zergnet trending popular
  readmore seealso morefrom
  subscribe subscription newsletter signup signin login register paywall optin
  cookie cookies consent gdpr ccpa popup modal overlay lightbox tooltip
  rss feed widget skip
  search searchbox searchform metabar hidden print printonly shoutbox skyscraper agegate`
    .trim()
    .split(/\s+/),
);
/** These name ways to other places: only believed where there are links. A menu may also be what is for dinner. */
const navigationWords = new Set(
  'breadcrumb breadcrumbs crumbs nav navbar navigation navigator menu submenu topmenu pager pagination paginator sitemap toc'.split(
    ' ',
  ),
);
const contentWords = new Set(
  'article articlebody articlecontent body content contents entry hentry main maincontent page pagecontent post postcontent postbody story storybody text blog column prose markdown deprecation'.split(
    ' ',
  ),
);

const longestName = 4;
/** Headings become ids more often than classes. */
const longestId = 3;

/** Class and id as lower-case words: "post-Footer related_links" is post, footer, related, links. */
function nameWords(element: DomElement): string[] {
  const classes = attribute(element, 'class') ?? '';
  const id = attribute(element, 'id') ?? '';
  if (classes === '' && id === '') return [];
  // A longer name is a title turned into one: what it speaks of is not what it is.
  return [...wordsOf(classes, longestName), ...wordsOf(id, longestId)];
}

function wordsOf(names: string, most: number): string[] {
  const found: string[] = [];
  for (const name of names.slice(0, 600).split(/\s+/)) {
    const words = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean);
    if (words.length <= most) found.push(...words);
  }
  return found;
}

/** By element and role alone. */
export function regionByMarkup(element: DomElement): Region {
  const role = attribute(element, 'role')?.trim().toLowerCase();
  if (role !== undefined && contentRoles.has(role)) return 'content';
  if (element.tag === 'main' || element.tag === 'article') return 'content';
  const boilerplate = (role !== undefined && boilerplateRoles.has(role)) || boilerplateTags.has(element.tag);
  return boilerplate && !isPartOfText(element) ? 'boilerplate' : 'unknown';
}

const textParts = new Set(['blockquote', 'figure', 'li', 'td', 'dd']);

/** The foot of a quotation names its author, and a landmark inside an item of a list is none (HTML, 4.3.8; ARIA, 5.3.4). */
function isPartOfText(element: DomElement): boolean {
  if (element.tag === 'nav' || element.tag === 'aside') return false;
  for (let at = element.parent, steps = 0; at?.kind === 'element' && steps < 12; at = at.parent, steps += 1) {
    if (textParts.has(at.tag)) return true;
  }
  return false;
}

/** By class and id alone. */
export function regionByName(element: DomElement, links: number): Region {
  return regionOfWords(nameWords(element), links);
}

/** By class alone. */
export function regionByClass(element: DomElement, links: number): Region {
  return regionOfWords(wordsOf(attribute(element, 'class') ?? '', longestName), links);
}

function regionOfWords(words: readonly string[], links: number): Region {
  let content = false;
  let boilerplate = false;
  for (const word of words) {
    if (boilerplateWords.has(word) || (links > 0 && navigationWords.has(word))) boilerplate = true;
    else if (contentWords.has(word)) content = true;
  }
  if (boilerplate && !content) return 'boilerplate';
  return content && !boilerplate ? 'content' : 'unknown';
}
