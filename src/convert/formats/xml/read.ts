// XML into blocks: feeds entry by entry, documents of known vocabularies by their meaning, everything else by its
// structure (docs/xml.md has the one rule).
import { decodedInput } from '../../containers/decoded-input.ts';
import { XmlScanner, type XmlSettings } from '../../containers/xml.ts';
import { readElement, type TreeSettings, type XmlElement } from '../../containers/xml-tree.ts';
import type { Block } from '../../document/tree.ts';
import type { Read, ReadContext } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { htmlToBlocks } from '../html/blocks.ts';
import { dataBlocks } from './data.ts';
import { streamedData } from './data-stream.ts';
import { documentBlocks } from './document.ts';
import { feedBlocks, isFeed } from './feed.ts';
import { namedCharacters } from './named-characters.ts';
import { hasProse, isNarrative, refined, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** Files over this are read record by record where their structure allows it. */
const streamedBytes = 24 * 2 ** 20;
const xhtml = 'http://www.w3.org/1999/xhtml';

export const read: Read = async function* (input, context) {
  const { pieces } = decodedInput(input, context);
  const settings = xmlSettings(context);
  const scanner = new XmlScanner(settings, pieces());
  while (scanner.next() !== 'open');
  const language = scanner.attribute('lang', 'http://www.w3.org/XML/1998/namespace') ?? scanner.attribute('lang');
  if (language !== undefined && /^[A-Za-z]{2,3}\b/.test(language)) context.describe({ language });

  if (isFeed(scanner.name)) {
    yield* feedBlocks(scanner, settings, context);
    return;
  }
  if (scanner.name.local === 'html' && (scanner.name.uri === xhtml || scanner.name.uri === '')) {
    wholeContent(input.source, context.limits.wholeFileBytes);
    yield* htmlToBlocks([...pieces()].join(''), context);
    return;
  }
  const vocabulary = vocabularyOf(scanner.name);
  if (vocabulary === undefined && input.source.size > streamedBytes) {
    const streamed = streamedData(
      () => new XmlScanner({ ...settings, onFault: () => {} }, pieces()),
      settings,
      context,
    );
    if (streamed !== undefined) {
      yield* streamed;
      return;
    }
  }
  wholeContent(input.source, context.limits.wholeFileBytes);
  const root = readElement(scanner, settings);
  while (scanner.next() !== 'end');
  yield* rootBlocks(root, vocabulary, context);
};

function rootBlocks(root: XmlElement, guessed: Vocabulary | undefined, context: ReadContext): Iterable<Block> {
  const vocabulary = guessed === undefined ? undefined : refined(guessed, root);
  if (vocabulary !== undefined && hasProse(root, vocabulary)) return documentBlocks(root, vocabulary, context);
  return isNarrative(root) ? documentBlocks(root, 'other', context) : dataBlocks(root, context);
}

/** Tolerant settings: a document is read as far as it can be, and each kind of damage is told once. */
function xmlSettings(context: ReadContext): XmlSettings & TreeSettings {
  const told = new Set<string>();
  let unknownEntities = 0;
  return {
    keptDepth: context.limits.depth,
    nodes: context.limits.liveNodes,
    onDeep: () => {
      context.warn('nesting-limit', `Elements nested more than ${context.limits.depth} deep are kept as text.`);
    },
    onFault: ({ message, line, column }) => {
      const kind = message.replace(/"[^"]*"/g, '');
      if (told.has(kind)) return;
      told.add(kind);
      context.warn('xml-not-well-formed', `${message} (line ${line}, column ${column})`, { kind: 'line', start: line });
    },
    entity: namedCharacters((name) => {
      unknownEntities += 1;
      if (unknownEntities > 3) return;
      context.warn('xml-entity-kept', `The entity "&${name.slice(0, 40)};" is not resolved and stands as it is.`);
    }),
  };
}
