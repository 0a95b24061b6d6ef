// The options of a conversion. What stands at its default is not sent, so that the service's own defaults hold.
import type { Options } from '../api/convert.ts';
import { CheckField, ChoiceField, TextField } from '../parts/fields.tsx';

export interface ChosenOptions {
  readonly ocrMode: string;
  readonly ocrType: string;
  readonly ocrLanguages: string;
  readonly pages: string;
  readonly password: string;
  readonly preserveFormatting: boolean;
  readonly includeLinks: boolean;
  readonly cleanHtml: boolean;
  readonly extractImages: boolean;
  readonly pageMarkers: boolean;
}

export const usualOptions: ChosenOptions = {
  ocrMode: 'auto',
  ocrType: 'basic',
  ocrLanguages: '',
  pages: '',
  password: '',
  preserveFormatting: true,
  includeLinks: true,
  cleanHtml: true,
  extractImages: false,
  pageMarkers: false,
};

export function optionsToSend(chosen: ChosenOptions): Options {
  const changed = Object.entries(chosen).filter(([name, value]) => value !== usualOptions[name as keyof ChosenOptions]);
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      name === 'ocrLanguages'
        ? String(value)
            .toLowerCase()
            .split(/[\s,]+/)
            .filter((one) => one !== '')
        : value,
    ]),
  );
}

const flags = [
  ['preserveFormatting', 'Keep formatting', 'Emphasis, link targets and images. Structure stays in any case.'],
  ['includeLinks', 'Keep links', 'Otherwise only their text is left.'],
  ['cleanHtml', 'Clean web pages', 'Main content without navigation, banners and scripts.'],
  ['extractImages', 'Extract images', 'Stores embedded images beside the result.'],
  ['pageMarkers', 'Mark pages', 'A comment where each page, slide or sheet begins.'],
] as const;

export function OptionsForm({ chosen, onChange }: { chosen: ChosenOptions; onChange: (next: ChosenOptions) => void }) {
  const set = (fields: Partial<ChosenOptions>): void => onChange({ ...chosen, ...fields });
  const changed = Object.keys(optionsToSend(chosen)).length;
  return (
    <details class="options">
      <summary>
        Options
        {changed > 0 && <span class="badge">{changed} changed</span>}
      </summary>
      <div class="options-grid">
        <ChoiceField
          label="Text in pictures (OCR)"
          value={chosen.ocrMode}
          onValue={(ocrMode) => set({ ocrMode })}
          choices={[
            ['auto', 'Where there is no text'],
            ['always', 'Read every page as a picture'],
            ['never', 'Never'],
          ]}
        />
        <ChoiceField
          label="OCR engine"
          value={chosen.ocrType}
          onValue={(ocrType) => set({ ocrType })}
          choices={[
            ['basic', 'Basic: fast'],
            ['advanced', 'Advanced: most accurate'],
          ]}
        />
        <TextField
          label="OCR languages"
          value={chosen.ocrLanguages}
          onValue={(ocrLanguages) => set({ ocrLanguages })}
          placeholder="en, de"
          hint="Two-letter codes; empty to let it decide."
        />
        <TextField
          label="Pages"
          value={chosen.pages}
          onValue={(pages) => set({ pages })}
          placeholder="1-3,7"
          hint="Pages, slides or sheets; empty for all."
        />
        <TextField
          label="Password of the file"
          type="password"
          autocomplete="off"
          value={chosen.password}
          onValue={(password) => set({ password })}
          hint="Only for encrypted files. It is never stored."
        />
        <fieldset class="checks">
          <legend>Content</legend>
          {flags.map(([name, label, hint]) => (
            <CheckField
              key={name}
              label={label}
              hint={hint}
              checked={chosen[name]}
              onChecked={(checked) => set({ [name]: checked })}
            />
          ))}
        </fieldset>
      </div>
      <button type="button" onClick={() => onChange(usualOptions)} disabled={changed === 0}>
        Back to defaults
      </button>
    </details>
  );
}
