import type { Keyring } from '../../src/contracts/signing/keyring.ts'
import type { EmailConfig } from '../email/send-email.ts'
import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { WeeklyMail } from '../issue/issue-deps.ts'
import type { RebuildHook } from '../platform/adapters/rebuild-hook.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** The services that this folder's handlers use. */
export type HealthDeps = Deps & {
  readonly buildManifest: BuildManifest
  readonly emailConfig: EmailConfig | null
  readonly healthKeys: Keyring | null
  readonly paypal: CallerPayPal | null
  readonly rebuildHook: RebuildHook | null
  readonly statistics: StatisticsDatabase
  readonly weeklyMail: WeeklyMail | null
}
