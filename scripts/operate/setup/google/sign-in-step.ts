/**
 * Firebase Auth: web app, key, sign-in methods and addresses. Must never call `identityPlatform:initializeAuth`, which turns
 * the project into one of the paid Identity Platform.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { site } from '../../../../src/publication/identity.ts'
import { type Finding, forCheck, PersonError } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import { getDomain, type SetupContext, type Step } from '../run/step.ts'
import { connectGoogle, runOperation } from './connect-google.ts'

const firebase = '/firebase.googleapis.com/v1beta1'
const provisioning = '/firebase.googleapis.com/v1alpha/firebase:provisionFirebaseApp'
const identity = '/identitytoolkit.googleapis.com/admin/v2'
const keys = '/apikeys.googleapis.com/v2'

const appsSchema = z.object({
  apps: z.array(z.object({ appId: z.string(), state: z.string().default('ACTIVE') })).default([]),
})

/** The only APIs that the key works for. The Worker uses the key too, and sends no referrer. */
const keyApis = ['identitytoolkit.googleapis.com', 'securetoken.googleapis.com']
const keySchema = z.object({
  restrictions: z
    .object({
      apiTargets: z.array(z.object({ service: z.string() })).default([]),
      browserKeyRestrictions: z.unknown().optional(),
    })
    .default({ apiTargets: [] }),
})

async function inspectKey(google: Service, project: string, apiKey: string): Promise<Finding> {
  const check = forCheck('API key')
  const found = await google.read(
    `${keys}/keys:lookupKey?keyString=${apiKey}`,
    z.object({ name: z.string() }),
  )
  if (!found)
    return check.problem(
      'not found',
      `If it was deleted, restore it: https://console.cloud.google.com/apis/credentials?project=${project}`,
    )
  const key = await google.read(`${keys}/${found.name}`, keySchema)
  const services = key?.restrictions.apiTargets.map(({ service }) => service).sort()
  const isFree = key?.restrictions.browserKeyRestrictions === undefined
  if (isFree && isDeepStrictEqual(services, keyApis))
    return check.ok('works for the sign-in APIs only')
  return check.change(
    'restrict the key to the sign-in APIs, and remove any referrer restriction',
    async () => {
      const restrictions = { apiTargets: keyApis.map((service) => ({ service })) }
      await google.write('PATCH', `${keys}/${found.name}?updateMask=restrictions`, {
        body: { restrictions },
      })
    },
  )
}

const configSchema = z.looseObject({
  signIn: z
    .looseObject({
      email: z
        .looseObject({
          enabled: z.boolean().default(false),
          passwordRequired: z.boolean().default(false),
        })
        .optional(),
    })
    .default({}),
  emailPrivacyConfig: z
    .looseObject({ enableImprovedEmailPrivacy: z.boolean().default(false) })
    .optional(),
  authorizedDomains: z.array(z.string()).default([]),
  notification: z
    .looseObject({ sendEmail: z.looseObject({ callbackUri: z.string().default('') }).optional() })
    .default({}),
})
type AuthConfig = z.infer<typeof configSchema>

type Setting = {
  readonly name: string
  readonly mask: string
  readonly isSet: (config: AuthConfig) => boolean
  readonly body: (config: AuthConfig) => object
}

const listSettings = (url: string, domain: string): readonly Setting[] => [
  {
    name: 'email and password',
    mask: 'signIn.email.enabled',
    isSet: ({ signIn }) => signIn.email?.enabled === true,
    body: () => ({ signIn: { email: { enabled: true } } }),
  },
  {
    name: 'sign-in links by email',
    mask: 'signIn.email.passwordRequired',
    isSet: ({ signIn }) => signIn.email?.passwordRequired === false,
    body: () => ({ signIn: { email: { passwordRequired: false } } }),
  },
  {
    name: 'email enumeration protection',
    mask: 'emailPrivacyConfig.enableImprovedEmailPrivacy',
    isSet: ({ emailPrivacyConfig }) => emailPrivacyConfig?.enableImprovedEmailPrivacy === true,
    body: () => ({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  },
  {
    name: `authorised domain ${domain}`,
    mask: 'authorizedDomains',
    isSet: ({ authorizedDomains }) => authorizedDomains.includes(domain),
    // The request replaces the list, so it contains the existing domains.
    body: ({ authorizedDomains }) => ({ authorizedDomains: [...authorizedDomains, domain] }),
  },
  {
    name: `address of sign-in links ${url}/magic`,
    mask: 'notification.sendEmail.callbackUri',
    isSet: ({ notification }) => notification.sendEmail?.callbackUri === `${url}/magic`,
    body: () => ({ notification: { sendEmail: { callbackUri: `${url}/magic` } } }),
  },
]

const idpSchema = z.object({
  enabled: z.boolean().default(false),
  clientId: z.string().default(''),
})

/** Turns on both sign-in methods, and creates Google's client, as `firebase deploy --only auth` does. */
async function provisionAuth(context: SetupContext, google: Service, appId: string) {
  const project = context.settings.require('FIREBASE_PROJECT_ID')
  const body = {
    appNamespace: appId,
    parent: `projects/${project}`,
    webInput: {},
    firebaseAuthInput: {
      emailAuthProviderMode: 'PROVIDER_ENABLED',
      googleSigninProviderMode: 'PROVIDER_ENABLED',
      googleSigninProviderConfig: {
        publicDisplayName: site.name,
        customerSupportEmail: context.settings.require('OPERATOR_EMAIL'),
        oauthRedirectUris: [`${context.settings.require('SITE_URL')}/login/google`],
      },
    },
  }
  try {
    await runOperation(context, google, 'POST', provisioning, body, firebase)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 0) throw error
    const link = `https://console.firebase.google.com/project/${project}/authentication/providers`
    const [uri] = body.firebaseAuthInput.googleSigninProviderConfig.oauthRedirectUris
    throw new PersonError(
      `Google refuses to turn on the sign-in methods (${error.message}). Turn on Email/Password and Google by hand, and add ${uri} to the redirect URIs of Google’s web client`,
      link,
    )
  }
}

/** Null before Auth is set up. */
async function readConfig(google: Service, project: string): Promise<AuthConfig | null> {
  try {
    return await google.read(`${identity}/projects/${project}/config`, configSchema)
  } catch (error) {
    if (error instanceof ServiceError && error.message.includes('CONFIGURATION_NOT_FOUND'))
      return null
    throw error
  }
}

export const signInStep: Step = {
  name: 'sign-in',
  title: 'the web app, its key, and the login methods',
  needs: ['google-project'],
  async inspect(context) {
    const google = await connectGoogle(context)
    const { settings } = context
    const project = settings.require('FIREBASE_PROJECT_ID')
    const apps = await google.read(`${firebase}/projects/${project}/webApps`, appsSchema)
    const app = apps?.apps.find(({ state }) => state === 'ACTIVE')
    if (!app) {
      const body = { displayName: site.name }
      return [
        forCheck('web app').change('create it', () =>
          runOperation(context, google, 'POST', `${firebase}/projects/${project}/webApps`, body),
        ),
      ]
    }
    const appConfig = await google.read(
      `${firebase}/projects/${project}/webApps/${app.appId}/config`,
      z.object({ apiKey: z.string() }),
    )
    if (!appConfig)
      return [
        forCheck('web app').problem('has no key', 'Run the same command again in a few minutes.'),
      ]
    settings.set('FIREBASE_API_KEY', appConfig.apiKey)
    const findings: Finding[] = [
      forCheck('web app').ok(app.appId),
      await inspectKey(google, project, appConfig.apiKey),
    ]
    const config = await readConfig(google, project)
    const idp =
      config &&
      (await google.read(
        `${identity}/projects/${project}/defaultSupportedIdpConfigs/google.com`,
        idpSchema,
      ))
    if (!config || !idp?.enabled) {
      return [
        ...findings,
        forCheck('sign-in methods').change('turn on email and Google', () =>
          provisionAuth(context, google, app.appId),
        ),
      ]
    }
    settings.set('GOOGLE_CLIENT_ID', idp.clientId)
    findings.push(forCheck('Google’s client').ok(idp.clientId))
    for (const { name, mask, isSet, body } of listSettings(
      settings.require('SITE_URL'),
      getDomain(settings)!,
    )) {
      findings.push(
        isSet(config)
          ? forCheck(name).ok('set')
          : forCheck(name).change('set it', async () => {
              const path = `${identity}/projects/${project}/config?updateMask=${mask}`
              await google.write('PATCH', path, { body: body(config) })
            }),
      )
    }
    return findings
  },
}
