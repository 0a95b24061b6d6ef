// Languages are asked for by ISO 639-1 and found among the installed models.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../../core/failure.ts';
import { languageOf, modelsOf } from './languages.ts';
import { installedLanguages, installedOf, trainedData } from './languages-installed.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  folders.push(folder);
  for (const file of files) {
    const content = Buffer.from(`model ${file}`);
    writeFileSync(join(folder, file), file.endsWith('.gz') ? gzipSync(content) : content);
  }
  return folder;
}

test.each([
  ['en', ['eng']],
  ['zh', ['chi_sim', 'chi_tra']],
  ['no', ['nor']],
  ['nb', ['nor']],
  // No ISO 639-1 code: the model's own name.
  ['ceb', ['ceb']],
])('%s is read by %j', (language, models) => {
  expect(modelsOf(language)).toEqual(models);
});

test('a model is named by its usual language', () => {
  expect(['eng', 'nor', 'srp_latn', 'grc'].map(languageOf)).toEqual(['en', 'no', 'sr', 'grc']);
});

test('English is installed, and models that are no language are left out', () => {
  expect(installedLanguages()).toContain('en');
  expect(installedLanguages()).not.toContain('osd');
});

test('a folder adds languages, packed or not', () => {
  const folder = folderWith('deu.traineddata', 'fra.traineddata.gz', 'osd.traineddata', 'readme.txt');
  expect(installedLanguages(folder)).toEqual(expect.arrayContaining(['de', 'en', 'fr']));
  expect(installedLanguages(folder)).not.toContain('osd');
  const data = trainedData(['fr', 'en', 'de', 'fr'], folder);
  expect(data.map(({ code }) => code)).toEqual(['fra', 'eng', 'deu']);
  expect(Buffer.from(data[0]?.bytes() ?? []).toString()).toBe('model fra.traineddata.gz');
  expect(Buffer.from(data[2]?.bytes() ?? []).toString()).toBe('model deu.traineddata');
});

test('of a language with two scripts the installed models are used', () => {
  const folder = folderWith('srp_latn.traineddata');
  expect(trainedData(['sr'], folder).map(({ code }) => code)).toEqual(['srp_latn']);
});

test.each(['xx', 'tlh', '__proto__'])('%s is refused with the list of what is there', (language) => {
  let failure: unknown;
  try {
    installedOf(['en', language]);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'UNSUPPORTED_LANGUAGE', field: 'ocrLanguages', facts: { language } });
  expect((failure as Failure).details).toContain('en');
});

test('a language that another engine reads is left to it', () => {
  expect(installedOf(['en', 'zh'], undefined, new Set(['zh']))).toEqual(['en']);
});

test('a folder that does not exist adds nothing', () => {
  expect(installedLanguages(join(tmpdir(), 'no-such-folder'))).toEqual(installedLanguages());
});
