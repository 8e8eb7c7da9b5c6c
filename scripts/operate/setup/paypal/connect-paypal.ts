/** PayPal's REST interface, with the app's credentials. Source: PayPal's REST reference and its OpenAPI files. */
import { z } from 'zod'
import type { Service } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'

/** Staging sells in PayPal's sandbox. */
export const payPalUrls = {
  live: 'https://api-m.paypal.com',
  staging: 'https://api-m.sandbox.paypal.com',
} as const

const failureSchema = z.union([
  z
    .object({
      name: z.string(),
      message: z.string().default(''),
      details: z
        .array(z.object({ issue: z.string().optional(), description: z.string().optional() }))
        .default([]),
    })
    .transform(({ name, message, details: [first] }) => ({
      code: first?.issue ?? name,
      message: first?.description ?? message,
    })),
  z
    .object({ error: z.string(), error_description: z.string().default('') })
    .transform(({ error, error_description: message }) => ({ code: error, message })),
])

const describeFailure = (body: unknown) => failureSchema.safeParse(body).data ?? null

const tokenSchema = z.object({ access_token: z.string(), scope: z.string().default('') })

export type PayPalConnection = {
  readonly service: Service
  /** The app's permissions, as addresses. */
  readonly scopes: readonly string[]
}

/** Throws a ServiceError with status 401 if PayPal refuses the app. */
export async function connectPayPal(context: SetupContext): Promise<PayPalConnection> {
  const clientId = context.settings.require('PAYPAL_APP')
  const secret = context.secrets.require('PAYPAL_APP_SECRET')
  const url = payPalUrls[context.environment]
  const connectWith = (authorization: string) =>
    context.connect('payPal', {
      url,
      describeFailure,
      authorize(request) {
        request.headers.set('Authorization', authorization)
        return request
      },
    })
  const { access_token, scope } = await connectWith(`Basic ${btoa(`${clientId}:${secret}`)}`).write(
    'POST',
    '/v1/oauth2/token',
    { body: new URLSearchParams({ grant_type: 'client_credentials' }) },
    tokenSchema,
  )
  return { service: connectWith(`Bearer ${access_token}`), scopes: scope.split(' ') }
}
