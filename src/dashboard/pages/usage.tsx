// What the account has used: conversions, pages and their success, by day or month and by format, limits and charges.
import { useState } from 'preact/hooks';
import { type MonthUsage, readUsage, type YearUsage } from '../api/usage.ts';
import { type Bar, BarChart } from '../parts/bar-chart.tsx';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/load.ts';
import { EmptyNote, Placeholder, ProblemNote } from '../parts/notes.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { count, day, duration, money, share, spoken } from '../parts/words.ts';
import { PageLink } from '../router.tsx';
import { saveUsage } from './usage-csv.ts';

const today = new Date().toISOString();

export function UsagePage() {
  const [view, setView] = useState('month');
  const [month, setMonth] = useState(today.slice(0, 7));
  const [year, setYear] = useState(today.slice(0, 4));
  const period = view === 'month' ? month : year;
  const { data, problem, loading } = useLoaded(period, () => readUsage(period));
  const years = Array.from({ length: 6 }, (_, back) => String(Number(today.slice(0, 4)) - back));
  return (
    <>
      <header class="page-head">
        <h1>Usage</h1>
        <div class="head-fields">
          <ChoiceField
            label="View"
            value={view}
            onValue={setView}
            choices={[
              ['month', 'Month'],
              ['year', 'Year'],
            ]}
          />
          {view === 'month' ? (
            <TextField label="Month" type="month" value={month} onValue={(next) => next !== '' && setMonth(next)} />
          ) : (
            <ChoiceField label="Year" value={year} onValue={setYear} choices={years.map((one) => [one, one])} />
          )}
          <button type="button" disabled={data === undefined} onClick={() => data && saveUsage(data, period)}>
            <Icon name="download" /> CSV
          </button>
        </div>
      </header>
      <ProblemNote problem={problem} />
      {data === undefined && loading && <Placeholder lines={10} />}
      {data !== undefined && <Report report={data} />}
    </>
  );
}

function Report({ report }: { report: MonthUsage | YearUsage }) {
  const isMonth = 'usage' in report;
  const totals = isMonth
    ? {
        conversions: report.usage.totalConversions,
        pages: report.usage.totalPagesProcessed,
        rate: report.usage.successRate,
        size: report.usage.totalFileSizeMb,
      }
    : {
        conversions: report.yearTotals.totalConversions,
        pages: report.yearTotals.totalPages,
        rate: report.yearTotals.avgSuccessRate,
        size: report.yearTotals.totalFileSizeMb,
      };
  const bars: readonly Bar[] = isMonth
    ? report.dailyBreakdown.map((one) => ({
        label: one.date,
        short: String(Number(one.date.slice(8))),
        value: one.conversions,
      }))
    : report.monthlySummary.map((one) => ({ label: one.month, short: one.month.slice(5), value: one.conversions }));
  return (
    <>
      <div class="figures">
        <Figure name="Conversions" value={count(totals.conversions)} />
        <Figure name="Pages" value={count(totals.pages)} />
        <Figure name="Success rate" value={totals.conversions === 0 ? '–' : share(totals.rate)} />
        <Figure name="Read" value={`${count(Math.round(totals.size * 10) / 10)} MB`} />
      </div>
      {totals.conversions === 0 && (
        <EmptyNote title="Nothing was converted in this time">
          <p>
            Figures appear with the first document. <PageLink to="/">Convert one</PageLink>
          </p>
        </EmptyNote>
      )}
      <div class="card">
        <BarChart
          title={isMonth ? 'Conversions by day' : 'Conversions by month'}
          unit="conversions"
          bars={bars}
          columns={[isMonth ? 'Day' : 'Month', 'Conversions']}
        />
      </div>
      <div class="columns">
        <Limits {...report} />
        {isMonth && <Formats report={report} />}
      </div>
    </>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div class="card figure">
    <p class="figure-name">{name}</p>
    <p class="figure-value">{value}</p>
  </div>
);

function Limits({ apiLimits, billing }: Pick<MonthUsage, 'apiLimits' | 'billing'>) {
  return (
    <section class="card" aria-label="Limits and charges">
      <h2>{spoken(billing.plan)} plan</h2>
      <Quota name="This month" used={apiLimits.monthlyConversionsUsed} limit={apiLimits.monthlyConversionLimit} />
      <Quota name="Today" used={apiLimits.dailyConversionsUsed} limit={apiLimits.dailyConversionLimit} />
      <dl class="details">
        <div>
          <dt>Largest file</dt>
          <dd>{count(apiLimits.maxFileSizeMb)} MB</dd>
        </div>
        <div>
          <dt>Price of the plan</dt>
          <dd>{money(billing.currentCharges)}</dd>
        </div>
        <div>
          <dt>Overage so far</dt>
          <dd>{money(billing.overageCharges)}</dd>
        </div>
        <div>
          <dt>Next billing</dt>
          <dd>
            {day(billing.nextBillingDate)}, {billing.billingCycle}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Quota({ name, used, limit }: { name: string; used: number; limit: number }) {
  const full = used / Math.max(1, limit);
  return (
    <div class="quota">
      <p>
        <span>{name}</span>
        <span>
          {count(used)} of {count(limit)}
        </span>
      </p>
      <meter
        min={0}
        max={1}
        low={0.8}
        high={0.95}
        optimum={0}
        value={Math.min(1, full)}
        aria-label={`Quota: ${name}`}
      />
    </div>
  );
}

function Formats({ report }: { report: MonthUsage }) {
  const formats = Object.entries(report.usageByFormat).sort(([, a], [, b]) => b.conversions - a.conversions);
  const most = Math.max(1, ...formats.map(([, one]) => one.conversions));
  return (
    <section class="card" aria-label="By format">
      <h2>By format</h2>
      {formats.length === 0 ? (
        <p class="hint">The formats you convert are counted here.</p>
      ) : (
        <ScrollTable label="Formats" plain>
          <thead>
            <tr>
              <th scope="col">Format</th>
              <th scope="col" class="number">
                Conversions
              </th>
              <th scope="col" class="number">
                Pages
              </th>
              <th scope="col" class="number">
                Mean time
              </th>
            </tr>
          </thead>
          <tbody>
            {formats.map(([format, one]) => (
              <tr key={format}>
                <th scope="row">
                  {format.toUpperCase()}
                  <span class="share-bar" aria-hidden="true" style={{ width: `${(one.conversions / most) * 100}%` }} />
                </th>
                <td class="number">{count(one.conversions)}</td>
                <td class="number">{count(one.pages)}</td>
                <td class="number">{duration(one.avgProcessingTimeMs)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </section>
  );
}
