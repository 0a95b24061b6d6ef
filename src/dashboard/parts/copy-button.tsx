// Copies a text and says that it did.
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string | (() => Promise<string>);
  readonly label: string;
  readonly class?: string;
}

export function CopyButton({ text, label, class: look = '' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await writeText(typeof text === 'string' ? text : await text());
      setState('done');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('idle'), 2500);
  };
  return (
    <button type="button" class={`copy ${look}`} onClick={() => void copy()}>
      <Icon name={state === 'done' ? 'done' : 'copy'} />
      <span aria-live="polite">{state === 'done' ? 'Copied' : state === 'failed' ? 'Not allowed' : label}</span>
    </button>
  );
}

/** The clipboard of the browser exists only on secure addresses; a service in one's own network may have none. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('The browser did not copy.');
}
