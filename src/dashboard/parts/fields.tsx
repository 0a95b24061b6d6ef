// Fields of forms: each with its label, and what it expects beside it.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'search' | 'month';
  readonly hint?: ComponentChildren;
  readonly required?: boolean;
  readonly autocomplete?: AutoFill;
  readonly placeholder?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string;
}

type AutoFill = 'username' | 'current-password' | 'new-password' | 'off' | 'organization' | 'one-time-code';

export function TextField({ label, value, onValue, hint, type = 'text', autocomplete, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...(autocomplete === undefined ? {} : { autocomplete })}
        {...rest}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
}

export function ChoiceField({ label, value, onValue, choices, hint }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly hint?: string;
}

export function CheckField({ label, checked, onChecked, hint }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChecked(event.currentTarget.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
