/** A site whose email steps call a service's fake, and Cloudflare's for DNS records. */
import { expect, it } from 'vitest'
import { emailAccountStep, emailStep } from '../email/email-steps.ts'
import type { Step } from '../run/step.ts'
import { type CloudflareState, createCloudflareState } from './cloudflare-state.ts'
import { startFakeCloudflare } from './fake-cloudflare.ts'
import { createWriteLog, type WriteLog } from './fake-service.ts'
import { createStepSite, type StepSite, type StepSiteOptions } from './step-rules.ts'

export const emailSteps: readonly Step[] = [emailAccountStep, emailStep]

type EmailSite = StepSite & { readonly cloudflare: CloudflareState }

export async function createEmailSite(
  service: string,
  /** Returns the fake's addresses, by the variables that replace the service's own. */
  start: (log: WriteLog) => Promise<Readonly<Record<string, string>>>,
  { settings = {}, steps = emailSteps, answers = {} }: Partial<StepSiteOptions> = {},
): Promise<EmailSite> {
  const log = createWriteLog()
  const cloudflare = createCloudflareState()
  const cloudflareUrl = await startFakeCloudflare(cloudflare, log)
  const site = createStepSite({
    steps,
    log,
    variables: { ...(await start(log)), CLOUDFLARE_API_BASE_URL: cloudflareUrl },
    settings: { EMAIL_SERVICE: service, CLOUDFLARE_ACCOUNT_ID: 'account-1', ...settings },
    secrets: { CLOUDFLARE_API_TOKEN: cloudflare.token },
    answers,
  })
  return { ...site, cloudflare }
}

export const listRecords = ({ cloudflare }: EmailSite) =>
  cloudflare.records.map(({ type, name, content }) => `${type} ${name} ${content}`).sort()

/** Each case is a name, a change of the services, and a part of the message. */
export const testRefusals = <Site extends EmailSite>(
  createSite: () => Promise<Site>,
  cases: readonly (readonly [name: string, change: (site: Site) => void, message: string])[],
) =>
  it.each(cases)('names %s, and stores no sender', async (_, change, message) => {
    const site = await createSite()
    change(site)
    const { output } = await site.run()
    expect(output).toContain(message)
    const { settings, secrets } = site.openContext()
    expect(settings.get('MAIL_FROM')).toBeUndefined()
    expect(secrets.get('MAIL_KEY')).toBeUndefined()
  })
