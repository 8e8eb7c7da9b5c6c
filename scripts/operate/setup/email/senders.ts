/** The two senders: accounts and purchases, and The Weekly, whose reputation must not depend on the other's. */
import { site } from '../../../../src/publication/identity.ts'
import { newsletter } from '../../../../src/publication/newsletter.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import { getDomain, type SetupContext } from '../run/step.ts'

export type Sender = {
  readonly kind: 'account' | 'weekly'
  /** The prefix of the Worker's variables. */
  readonly prefix: 'MAIL' | 'WEEKLY_MAIL'
  readonly domain: string
  /** The value of `MAIL_FROM`. */
  readonly from: string
}

const examplePattern = /(?:^|\.)example\.(?:com|org|net)$/

/** While the publication has example addresses, addresses of the site's domain are used instead. */
export function listSenders(context: SetupContext): readonly Sender[] {
  const siteDomain = getDomain(context.settings) ?? ''
  const create = (
    kind: Sender['kind'],
    prefix: Sender['prefix'],
    name: string,
    email: string,
    ownDomain: string,
  ): Sender => {
    const [local = '', given = ''] = email.split('@')
    const domain = examplePattern.test(given) ? ownDomain : given
    return { kind, prefix, domain, from: `${name} <${local}@${domain}>` }
  }
  return [
    create('account', 'MAIL', site.name, site.subscriptionsEmail, siteDomain),
    create('weekly', 'WEEKLY_MAIL', newsletter.name, site.newsletterEmail, `weekly.${siteDomain}`),
  ]
}

/** Readers see the publication's addresses on its pages. */
export function checkSenders(senders: readonly Sender[]): readonly Finding[] {
  const isExample = [site.subscriptionsEmail, site.newsletterEmail].some((email) =>
    examplePattern.test(email.split('@')[1] ?? ''),
  )
  if (!isExample) return []
  const list = senders.map(({ from }) => from).join(', ')
  return [
    forCheck('addresses').warning(
      `src/publication/identity.ts still has example addresses. Emails are sent from ${list}`,
      'Put your own addresses there, then run the same command again.',
    ),
  ]
}

/** All variables are set together: with only some of them, the Worker refuses to start. `keys` are its secrets. */
export function inspectVariables(
  { settings, secrets }: SetupContext,
  provider: string,
  senders: readonly Sender[],
  keys: Readonly<Record<string, string>>,
  streams: Partial<Readonly<Record<Sender['kind'], string>>> = {},
): Finding {
  const check = forCheck('variables for emails')
  const variables = senders.flatMap(({ kind, prefix, from }) => [
    [`${prefix}_PROVIDER`, provider] as const,
    [`${prefix}_FROM`, from] as const,
    ...(streams[kind] === undefined ? [] : [[`${prefix}_STREAM`, streams[kind]] as const]),
  ])
  const isStored =
    variables.every(([name, value]) => settings.get(name) === value) &&
    Object.entries(keys).every(([name, value]) => secrets.get(name) === value)
  if (isStored) return check.ok('stored')
  return check.change('store senders and keys', async () => {
    for (const { prefix } of senders) {
      const before = settings.get(`${prefix}_PROVIDER`)
      if (before === undefined || before === provider) continue
      // Another provider has no stream of this name, and hasn't shown yet that its emails arrive.
      for (const name of [`${prefix}_STREAM`, 'EMAIL_SENT', 'EMAIL_ARRIVED']) settings.remove(name)
    }
    for (const [name, value] of Object.entries(keys)) secrets.set(name, value)
    for (const [name, value] of variables) settings.set(name, value)
  })
}

export const isReady = (findings: readonly Finding[]) =>
  findings.every(({ status }) => status === 'ok' || status === 'warning')
