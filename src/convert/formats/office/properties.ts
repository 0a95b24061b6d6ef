// What an Office package says about itself: title, author and language of the core properties (ECMA-376 part 2, 11), and
// the counts of the extended ones (part 1, 22.2).
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPackage } from '../../containers/opc.ts';
import type { DocumentFacts } from '../../format.ts';

export interface PackageFacts extends DocumentFacts {
  /** Pages as the writing program counted them. */
  readonly countedPages?: number;
}

const longestFact = 1_000;
const mostPages = 1_000_000;

export function packageFacts(opc: OpcPackage): PackageFacts {
  const core = propertiesOf(opc, 'core-properties');
  const extended = propertiesOf(opc, 'extended-properties') ?? propertiesOf(opc, 'extendedProperties');
  const title = factOf(core, 'dc:title');
  const author = factOf(core, 'dc:creator');
  const language = factOf(core, 'dc:language');
  const pages = Number(factOf(extended, 'ep:Pages') ?? Number.NaN);
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(language === undefined ? {} : { language }),
    ...(Number.isInteger(pages) && pages > 0 && pages <= mostPages ? { countedPages: pages } : {}),
  };
}

function propertiesOf(opc: OpcPackage, type: string): OfficeElement | undefined {
  for (const relation of opc.relationsOf('').values()) {
    if (relation.type !== type || relation.external) continue;
    try {
      return opc.part(relation.target)?.tree();
    } catch (error) {
      // Facts about a document are worth less than the document.
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    }
  }
  return undefined;
}

function factOf(properties: OfficeElement | undefined, key: string): string | undefined {
  const value = properties?.child(key)?.text().replace(/\s+/g, ' ').trim().slice(0, longestFact);
  return value === '' ? undefined : value;
}
