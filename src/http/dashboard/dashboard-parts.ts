// What the routes of the dashboard are given besides the parts that all routes have.
import type { DashboardKeys } from '../../service/dashboard-keys.ts';
import type { LoginThrottle } from '../../service/login-throttle.ts';
import type { Registration } from '../../service/registration.ts';
import type { Sessions } from '../../service/sessions.ts';
import type { Users } from '../../service/users.ts';
import type { JobSearch } from '../../storage/job-search.ts';

export interface DashboardParts {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly registration: Registration;
  readonly throttle: LoginThrottle;
  readonly identities: DashboardKeys;
  readonly search: JobSearch;
  /** Where the built web pages lie. */
  readonly pages: string;
}
