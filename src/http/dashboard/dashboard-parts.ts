// What the routes of the dashboard are given besides the parts that all routes have.
import type { Plans } from '../../core/plan.ts';
import type { DashboardKeys } from '../../service/dashboard-keys.ts';
import type { RemoveJob } from '../../service/job-removal.ts';
import type { LoginThrottle } from '../../service/login-throttle.ts';
import type { PageDrawings } from '../../service/page-drawings.ts';
import type { ProvenanceOf } from '../../service/provenance.ts';
import type { Registration } from '../../service/registration.ts';
import type { Rerun } from '../../service/reruns.ts';
import type { Sessions } from '../../service/sessions.ts';
import type { Users } from '../../service/users.ts';
import type { Accounts } from '../../storage/accounts.ts';
import type { Installation } from '../../storage/installation.ts';
import type { JobSearch } from '../../storage/job-search.ts';

export interface DashboardParts {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly registration: Registration;
  readonly throttle: LoginThrottle;
  readonly identities: DashboardKeys;
  readonly search: JobSearch;
  readonly accounts: Accounts;
  readonly plans: Plans;
  readonly installation: Installation;
  /** How much waits and runs, over all accounts. */
  readonly queue: () => Promise<{ readonly waiting: number; readonly running: number }>;
  readonly drawings: PageDrawings;
  readonly provenance: ProvenanceOf;
  readonly rerun: Rerun;
  readonly removeJob: RemoveJob;
  /** Where the built web pages lie. */
  readonly pages: string;
}
