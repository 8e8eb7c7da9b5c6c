/** The reCAPTCHA v3 key for the site's domain. Without it, only a few people on one network can sign up for The Weekly. */
import { z } from 'zod'
import { site } from '../../../../src/publication/identity.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import { getDomain, type SetupContext, type Step } from '../run/step.ts'
import { connectGoogle } from './connect-google.ts'

const keysSchema = z.object({
  keys: z
    .array(
      z.object({
        /** `projects/P/keys/SITE_KEY`. */
        name: z.string(),
        webSettings: z
          .object({
            allowedDomains: z.array(z.string()).default([]),
            integrationType: z.string().default(''),
          })
          .optional(),
      }),
    )
    .default([]),
})

export const recaptchaStep: Step = {
  name: 'recaptcha',
  title: 'the reCAPTCHA key',
  needs: ['google-project'],
  async inspect(context: SetupContext): Promise<Finding[]> {
    const { settings, secrets } = context
    const google = await connectGoogle(context)
    const domain = getDomain(settings) ?? ''
    const check = forCheck(`reCAPTCHA for ${domain}`)
    const api = '/recaptchaenterprise.googleapis.com/v1'
    const path = `${api}/projects/${settings.require('FIREBASE_PROJECT_ID')}/keys`
    const found = await google.read(`${path}?pageSize=100`, keysSchema)
    // Only “score” keys are invisible to readers.
    const key = found?.keys.find(
      ({ webSettings }) =>
        webSettings?.integrationType === 'SCORE' && webSettings.allowedDomains.includes(domain),
    )
    if (!key) {
      const webSettings = { allowedDomains: [domain], integrationType: 'SCORE' }
      const body = { displayName: site.name, webSettings }
      return [check.change('create a key', () => google.write('POST', path, { body }))]
    }
    const secretSchema = z.object({ legacySecretKey: z.string() })
    const secret = await google.read(`${api}/${key.name}:retrieveLegacySecretKey`, secretSchema)
    if (!secret) return [check.skipped('waits for the key')]
    const siteKey = key.name.split('/').at(-1)!
    const isStored =
      settings.get('RECAPTCHA_SITE_KEY') === siteKey &&
      secrets.get('RECAPTCHA_SECRET') === secret.legacySecretKey
    if (isStored) return [check.ok(siteKey)]
    return [
      check.change('store the key and its secret', async () => {
        secrets.set('RECAPTCHA_SECRET', secret.legacySecretKey)
        settings.set('RECAPTCHA_SITE_KEY', siteKey)
      }),
    ]
  },
}
