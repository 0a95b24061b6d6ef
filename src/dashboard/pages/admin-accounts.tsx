// Accounts as operators see them: found by name, plan and subscription changed where they stand.

import { useState } from 'preact/hooks';
import { type AccountChange, type AdminAccount, changeAccount, listAccounts } from '../api/admin.ts';
import { TextField } from '../parts/fields.tsx';
import { useAction, useLoaded } from '../parts/load.ts';
import { Placeholder, ProblemNote } from '../parts/notes.tsx';
import { Pager } from '../parts/pager.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { count, counted, day, spoken } from '../parts/words.ts';

const plans = ['starter', 'pro', 'scale'];
const subscriptions = ['active', 'past_due', 'cancelled', 'expired'];
const cycles = ['monthly', 'yearly'];

export function Accounts() {
  const [query, setQuery] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, problem, reload } = useLoaded(JSON.stringify([query, cursor]), () => listAccounts(query, cursor));
  const action = useAction();
  const [said, setSaid] = useState('');
  const change = async (account: AdminAccount, fields: AccountChange): Promise<void> => {
    const done = await action.run(async () => {
      await changeAccount(account.id, fields);
      return true;
    });
    setSaid(done === true ? `${account.name} was changed.` : '');
    await reload();
  };
  return (
    <section class="card" aria-labelledby="accounts-title">
      <div class="card-head">
        <h2 id="accounts-title">Accounts</h2>
        <TextField
          label="Find an account"
          type="search"
          value={query}
          onValue={(next) => {
            setQuery(next);
            setCursors([]);
          }}
        />
      </div>
      <ProblemNote problem={problem ?? action.problem} />
      <p role="status" class="good-text">
        {said}
      </p>
      {data === undefined ? (
        <Placeholder lines={5} />
      ) : (
        <ScrollTable label="Accounts" stacked>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Plan</th>
              <th scope="col">Subscription</th>
              <th scope="col">Billing</th>
              <th scope="col" class="number roomy">
                Users
              </th>
              <th scope="col" class="number roomy">
                Keys
              </th>
              <th scope="col" class="number roomy">
                This month
              </th>
            </tr>
          </thead>
          <tbody>
            {data.accounts.map((account) => (
              <tr key={account.id}>
                <th scope="row">
                  <span class="name">{account.name}</span>
                  <p class="fine">Since {day(account.createdAt)}</p>
                  <p class="fine only-narrow">
                    {counted(account.users, 'user')}, {counted(account.keys, 'key')},{' '}
                    {counted(account.conversionsThisMonth, 'conversion')} this month
                  </p>
                </th>
                <td data-label="Plan">
                  <Choice
                    label={`Plan of ${account.name}`}
                    value={account.plan}
                    values={plans}
                    onValue={(plan) => void change(account, { plan })}
                  />
                </td>
                <td data-label="Subscription">
                  <Choice
                    label={`Subscription of ${account.name}`}
                    value={account.subscription}
                    values={subscriptions}
                    onValue={(subscription) => void change(account, { subscription })}
                  />
                </td>
                <td data-label="Billing">
                  <Choice
                    label={`Billing cycle of ${account.name}`}
                    value={account.billingCycle}
                    values={cycles}
                    onValue={(billingCycle) => void change(account, { billingCycle })}
                  />
                </td>
                <td class="number roomy">{count(account.users)}</td>
                <td class="number roomy">{count(account.keys)}</td>
                <td class="number roomy">{count(account.conversionsThisMonth)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      {data?.accounts.length === 0 && <p class="hint">No account has this name.</p>}
      {(cursors.length > 0 || data?.nextCursor) && (
        <Pager cursors={cursors} onCursors={setCursors} next={data?.nextCursor ?? null} words={['Back', 'More']} />
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onValue: (value: string) => void;
}

function Choice({ label, value, values, onValue }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {(values.includes(value) ? values : [value, ...values]).map((one) => (
        <option key={one} value={one}>
          {spoken(one)}
        </option>
      ))}
    </select>
  );
}
