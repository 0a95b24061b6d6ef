// The playground: documents in, Markdown out, without reading any documentation.
import { useEffect, useState } from 'preact/hooks';
import type { Source } from '../api/convert.ts';
import { EmptyNote } from '../parts/notes.tsx';
import { ConversionList } from '../playground/conversion-list.tsx';
import { addConversion, clearConversions, conversions, onConversions } from '../playground/conversions.ts';
import { DropZone } from '../playground/drop-zone.tsx';
import { OptionsForm, optionsToSend, usualOptions } from '../playground/options-form.tsx';
import { Result } from '../playground/result.tsx';

let lastChosen = usualOptions;

export function Playground() {
  const [list, setList] = useState(conversions);
  const [chosen, setChosen] = useState(lastChosen);
  const [open, setOpen] = useState<number>();
  useEffect(() => onConversions(() => setList(conversions())), []);
  lastChosen = chosen;

  // A single document is what its sender waits for: its result opens by itself.
  const single = list.length === 1 && list[0]?.phase === 'done' ? list[0].number : undefined;
  const shown = list.find((one) => one.number === (open ?? single));

  const convert = (sources: readonly Source[]): void => {
    setOpen(undefined);
    const numbers = sources.map((source) => addConversion(source, optionsToSend(chosen)));
    const [first] = numbers;
    if (numbers.length === 1 && first !== undefined) setOpen(first);
  };

  return (
    <>
      <header class="page-head">
        <div>
          <h1>Convert</h1>
          <p class="lead">Any document in, clean Markdown out.</p>
        </div>
      </header>
      <div class="card">
        <DropZone small={list.length > 0} onSources={convert} />
        <OptionsForm chosen={chosen} onChange={setChosen} />
      </div>
      {list.length === 0 ? (
        <EmptyNote title="Nothing converted yet">
          <p>
            Drop a file above, or paste the address of a web page. You see its Markdown beside the original, and may
            copy it, download it or share a link that expires.
          </p>
        </EmptyNote>
      ) : (
        <section class="card" aria-label="Conversions">
          <div class="card-head">
            <h2>Conversions</h2>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                clearConversions();
                setOpen(undefined);
              }}
            >
              Clear list
            </button>
          </div>
          <ConversionList list={list} open={shown?.number} onOpen={setOpen} />
        </section>
      )}
      {shown?.phase === 'done' && shown.job !== undefined && <Result key={shown.job.jobId} job={shown.job} />}
    </>
  );
}
