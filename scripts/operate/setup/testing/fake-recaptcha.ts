/** reCAPTCHA's part of Google's management APIs. */
import type { FakeRoutes } from './fake-service.ts'

export type RecaptchaKey = {
  readonly name: string
  readonly webSettings: { readonly allowedDomains: string[]; readonly integrationType: string }
}

export function createRecaptchaRoutes(keys: RecaptchaKey[]): FakeRoutes {
  const path = '/recaptchaenterprise.googleapis.com/v1/projects/:p/keys'
  return {
    [`GET ${path}`]: () => ({ body: { keys } }),
    [`POST ${path}`]: ({ params: [project], json }) => {
      const { webSettings } = json() as Pick<RecaptchaKey, 'webSettings'>
      const key = { name: `projects/${project}/keys/6L-${keys.length + 1}`, webSettings }
      keys.push(key)
      return { body: key }
    },
    [`GET ${path}/:key`]: () => ({ body: { legacySecretKey: 'recaptcha-secret-of-test' } }),
  }
}
