// `npm run chaos [ROUNDS]`: the long form of the fault tests; prints one line per test and exits 1 when one fails.
import { killAll } from './kill-all.ts';

const rounds = Number(process.argv[2] ?? 50);
const report = await killAll(rounds);
const passed = report.lost.length + report.wrong.length + report.discrepancies.length === 0 && report.completed > 0;
process.stdout.write(`kill -9 everything, ${rounds} rounds: ${passed ? 'PASS' : 'FAIL'} ${JSON.stringify(report)}\n`);
process.exit(passed ? 0 : 1);
