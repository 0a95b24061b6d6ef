// Drawn lines that an engine has read as letters: the edge of a table cell becomes a bar, an I or a bracket. What lies on a
// drawn line and looks like one is taken out of the words again.
import type { OcrRule, OcrWord } from '../engines/ocr/port.ts';

/** What an upright line is taken for, and a level one. */
const upright = /^[|Il!1i[\](){}¦:;.,'‘’/\\]{1,2}$/;
const uprightFirst = /^[|Il!1[({\]¦]/;
const uprightLast = /[|Il!1\])}[¦]$/;
const level = /^[-_—–=~.·]+$/;

/** In parts of a word's height: how far beside its edge a line may lie and still be part of it. */
const slack = 0.1;
const strokeWidth = 0.35;

export function withoutRuleMarks(words: readonly OcrWord[], rules: readonly OcrRule[]): readonly OcrWord[] {
  if (rules.length === 0) return words;
  const down = rules.filter((rule) => !rule.horizontal);
  const across = rules.filter((rule) => rule.horizontal);
  const kept: OcrWord[] = [];
  for (const word of words) {
    const height = word.bottom - word.top;
    if (level.test(word.text) && across.some((rule) => liesOn(word, rule))) continue;
    const near = down.filter((rule) => crosses(rule, word, height));
    if (near.length === 0) kept.push(word);
    else {
      const cleaned = cleanedWord(word, near, height);
      if (cleaned !== undefined) kept.push(cleaned);
    }
  }
  return kept.length === words.length && kept.every((word, at) => word === words[at]) ? words : kept;
}

/** A level mark on a level line, at most as thick as a dash. */
function liesOn(word: OcrWord, rule: OcrRule): boolean {
  const thickness = Math.max(2, rule.bottom - rule.top);
  const middle = (rule.top + rule.bottom) / 2;
  if (middle < word.top - thickness || middle > word.bottom + thickness) return false;
  return rule.left <= word.left + thickness && rule.right >= word.right - thickness;
}

/** The line passes through the word's height and at, or within, its box. */
function crosses(rule: OcrRule, word: OcrWord, height: number): boolean {
  const shared = Math.min(rule.bottom, word.bottom) - Math.max(rule.top, word.top);
  return shared >= 0.6 * height && rule.right > word.left - slack * height && rule.left < word.right + slack * height;
}

function cleanedWord(word: OcrWord, rules: readonly OcrRule[], height: number): OcrWord | undefined {
  const { text } = word;
  if (upright.test(text) && word.right - word.left < 0.8 * height) return undefined;
  let { left, right } = word;
  let shown = text;
  // A stroke at the very edge of the box is the line itself: a letter beside the line would begin after it.
  for (const rule of [...rules].sort((a, b) => a.left - b.left)) {
    if (rule.left < left - slack * height || rule.right > left + strokeWidth * height) continue;
    if (!uprightFirst.test(shown)) continue;
    shown = shown.slice(1);
    left = Math.min(right, rule.right);
  }
  for (const rule of [...rules].sort((a, b) => b.right - a.right)) {
    if (rule.right > right + slack * height || rule.left < right - strokeWidth * height) continue;
    if (!uprightLast.test(shown)) continue;
    shown = shown.slice(0, -1);
    right = Math.max(left, rule.left);
  }
  if (shown === '') return undefined;
  return shown === text ? word : { ...word, text: shown, left, right };
}
