import { expect, it } from 'vitest'
import { createRecaptchaRoutes, type RecaptchaKey } from '../testing/fake-recaptcha.ts'
import { createWriteLog, startFakeService } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { recaptchaStep } from './recaptcha-step.ts'

const steps = [recaptchaStep]

async function createSite() {
  const log = createWriteLog()
  const keys: RecaptchaKey[] = []
  const url = await startFakeService('google', createRecaptchaRoutes(keys), log)
  const site = createStepSite({
    steps,
    log,
    variables: { GOOGLE_API_BASE_URL: url },
    settings: { FIREBASE_PROJECT_ID: 'verandah-news' },
    secrets: { GOOGLE_ACCESS_TOKEN: 'google-token-of-test' },
  })
  return { ...site, keys }
}

describeStepRules('reCAPTCHA', steps, createSite, ({ keys }) => keys)

it('the setup of reCAPTCHA uses an invisible key of the domain, and no other', async () => {
  const site = await createSite()
  const webSettings = { allowedDomains: ['verandah.news'], integrationType: 'CHECKBOX' }
  site.keys.push({ name: 'projects/p/keys/6L-checkbox', webSettings })
  await site.run()
  const { settings, secrets } = site.openContext()
  expect(settings.get('RECAPTCHA_SITE_KEY')).toBe('6L-2')
  expect(secrets.get('RECAPTCHA_SECRET')).toBe('recaptcha-secret-of-test')
})
