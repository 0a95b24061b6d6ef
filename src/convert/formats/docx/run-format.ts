// How a run of text looks, as bits: what styles say and what the run says itself (ECMA-376 part 1, 17.3.2 and 17.7.3).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { type FontKind, fontKind } from '../office/fonts.ts';

export const bold = 1;
export const italic = 2;
export const strike = 4;
export const superscript = 8;
export const subscript = 16;
/** Code by the name of a style. */
export const code = 32;
export const hidden = 64;
/** Set in a font of fixed width: code where the text around it is not. */
export const fixedWidth = 128;

const raised = superscript | subscript;
/** 17.7.3: each level of styles that sets one of these turns it over. */
const toggles = bold | italic | strike | hidden;

/** What one level of formatting says: which bits it decides, and how. */
export interface RunFormat {
  readonly decided: number;
  readonly on: number;
  readonly font: FontKind | undefined;
  /** Name of the character style, in a run's own properties only. */
  readonly style: string | undefined;
}

export const plainFormat: RunFormat = { decided: 0, on: 0, font: undefined, style: undefined };

/** ST_OnOff: a property without a value is on. */
export function isOn(element: OfficeElement): boolean {
  const value = element.get('w:val');
  return value === undefined || !(value === '0' || value === 'false' || value === 'off' || value === 'none');
}

/** Properties that are spelled alike are one and the same element, and most runs of a document share a few of them. */
const known = new WeakMap<OfficeElement, RunFormat>();

export function readRunFormat(properties: OfficeElement | undefined): RunFormat {
  if (properties === undefined || properties.children.length === 0) return plainFormat;
  let format = known.get(properties);
  if (format === undefined) {
    format = formatIn(properties);
    known.set(properties, format);
  }
  return format;
}

function formatIn(properties: OfficeElement): RunFormat {
  let decided = 0;
  let on = 0;
  let font: FontKind | undefined;
  let style: string | undefined;
  let rightToLeft = false;
  let complex = 0;
  let complexOn = 0;
  for (const child of properties.children) {
    if (typeof child === 'string') continue;
    switch (child.key) {
      case 'w:b':
        decided |= bold;
        on = isOn(child) ? on | bold : on & ~bold;
        break;
      case 'w:i':
        decided |= italic;
        on = isOn(child) ? on | italic : on & ~italic;
        break;
      case 'w:bCs':
        complex |= bold;
        if (isOn(child)) complexOn |= bold;
        break;
      case 'w:iCs':
        complex |= italic;
        if (isOn(child)) complexOn |= italic;
        break;
      case 'w:rtl':
        rightToLeft = isOn(child);
        break;
      case 'w:strike':
      case 'w:dstrike':
        decided |= strike;
        if (isOn(child)) on |= strike;
        break;
      case 'w:vanish':
        decided |= hidden;
        on = isOn(child) ? on | hidden : on & ~hidden;
        break;
      case 'w:vertAlign': {
        const align = child.get('w:val');
        decided |= raised;
        on &= ~raised;
        if (align === 'superscript') on |= superscript;
        else if (align === 'subscript') on |= subscript;
        break;
      }
      case 'w:rFonts':
        font = fontOf(child) ?? font;
        break;
      case 'w:rStyle':
        style = child.get('w:val');
        break;
    }
  }
  // 17.3.2.2 and 17.3.2.17: text of complex scripts has its own bold and italics.
  if (rightToLeft && complex !== 0) {
    decided |= complex;
    on = (on & ~complex) | complexOn;
  }
  return { decided, on, font, style };
}

function fontOf(fonts: OfficeElement): FontKind | undefined {
  if (fonts.get('w:asciiTheme') !== undefined) return 'text';
  const name = fonts.get('w:ascii') ?? fonts.get('w:hAnsi');
  return name === undefined ? undefined : fontKind(name);
}

/** A style over the one it is based on. */
export function inherited(base: RunFormat, own: RunFormat): RunFormat {
  if (own.decided === 0 && own.font === undefined) return base;
  return {
    decided: base.decided | own.decided,
    on: (base.on & ~own.decided) | own.on,
    font: own.font ?? base.font,
    style: undefined,
  };
}

/** A character style inside a paragraph style. */
export function combined(paragraph: RunFormat, character: RunFormat): RunFormat {
  if (character === plainFormat) return paragraph;
  const plain = (paragraph.on & ~character.decided) | character.on;
  return {
    decided: paragraph.decided | character.decided,
    on: (plain & ~toggles) | ((paragraph.on ^ character.on) & toggles),
    font: character.font ?? paragraph.font,
    style: undefined,
  };
}
