/** The parts that every step of `setup` uses. */
import type { EnvironmentName } from '../../../build/deploy-environment.ts'
import type { Finding } from './finding.ts'
import type { Service, ServiceOptions } from './service.ts'
import type { Secrets, Settings } from './stored-values.ts'
import type { WorkerConfiguration } from './worker-configuration.ts'

/** Services that `setup` calls, each with the variable that can replace its address. */
export const serviceAddresses = {
  cloudflare: { variable: 'CLOUDFLARE_API_BASE_URL', url: 'https://api.cloudflare.com/client/v4' },
  /** Google has a host for each API, so the host is the beginning of a path: `/iam.googleapis.com/v1`. */
  google: { variable: 'GOOGLE_API_BASE_URL', url: 'https:/' },
  payPal: { variable: 'PAYPAL_URL', url: 'https://api-m.paypal.com' },
  resend: { variable: 'RESEND_API_BASE_URL', url: 'https://api.resend.com' },
  postmark: { variable: 'POSTMARK_API_BASE_URL', url: 'https://api.postmarkapp.com' },
  /** Amazon's hosts contain a region, so `connect` is called with a `url`. */
  ses: { variable: 'SES_API_BASE_URL', url: '' },
  sns: { variable: 'SNS_API_BASE_URL', url: '' },
  iam: { variable: 'IAM_API_BASE_URL', url: '' },
  /** `connect` is called with the site's address as `url`. */
  site: { variable: 'SETUP_SITE_ADDRESS', url: '' },
  gitHub: { variable: 'GITHUB_API_URL', url: 'https://api.github.com' },
} as const satisfies Record<string, { variable: string; url: string }>
type ServiceName = keyof typeof serviceAddresses

/** A program that is run as a child process. Its arguments and output contain no secret. */
export type Program = {
  /** `gh` is GitHub's command line, the others are ours. */
  readonly command: 'build' | 'deploy' | 'desk' | 'gh'
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly input?: string
}
export type ProgramResult = { readonly isDone: boolean; readonly output: string }

export type SetupContext = {
  readonly environment: EnvironmentName
  /** The folder of the checkout. */
  readonly root: string
  /** Answers and public values. `set` stores them straight away. */
  readonly settings: Settings
  /** Secrets, in the encrypted recovery file. */
  readonly secrets: Secrets
  /** The Worker's configuration with this environment's names, address and variables. */
  readonly configuration: () => WorkerConfiguration
  /** The variable of the table above has precedence over `url`, and `url` over the table's address. */
  readonly connect: (
    name: ServiceName,
    options: Omit<ServiceOptions, 'name' | 'url'> & { readonly url?: string },
  ) => Service
  readonly run: (program: Program) => Promise<ProgramResult>
  /** Waits for a number of milliseconds, such as between two polls of a long operation. */
  readonly wait: (duration: number) => Promise<void>
}

/**
 * One part of the setup. `inspect` only reads, and answers all four questions: a step is done if every finding is `ok` (or
 * a warning); its plan is the messages of the others; a change's `apply` does it; and inspecting again verifies it. A step
 * that needs several stages finds the next changes when it is inspected again.
 */
export type Step = {
  readonly name: string
  readonly title: string
  /** Preflight steps run first, and all of them, so that one run names everything that is missing. */
  readonly isPreflight?: boolean
  /** Steps that must be done before. A step that isn't blocked runs even if another one has failed. */
  readonly needs?: readonly string[]
  readonly inspect: (context: SetupContext) => Promise<readonly Finding[]>
}

/** Polls until `isDone`, for a few minutes at most; the next inspection shows the result. */
export async function pollUntil(
  { wait }: SetupContext,
  minutes: number,
  isDone: () => Promise<boolean>,
) {
  const interval = 10_000
  for (let waited = 0; waited < minutes * 60_000 && !(await isDone()); waited += interval)
    await wait(interval)
}

/** Formats the command for this environment. */
export const formatSetupCommand = ({ environment }: SetupContext, options: string) =>
  `npm run setup -- ${options}${environment === 'live' ? '' : ` --environment ${environment}`}`

/** Null until the domain is known. */
export function getDomain(settings: Settings): string | null {
  const url = settings.get('SITE_URL')
  return url ? new URL(url).hostname : null
}
