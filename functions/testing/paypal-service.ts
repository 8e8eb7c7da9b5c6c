import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type RecordedExchange,
  startFakePayPal,
} from '../../scripts/dev/fakes/paypal/fake-paypal.ts'
import { payPalPlanIds } from '../../scripts/dev/fakes/paypal/paypal-plans.ts'
import { payPalKeys } from '../../scripts/dev/fakes/paypal/rest-api.ts'
import { webhookId } from '../../scripts/dev/fakes/paypal/webhook-sender.ts'
import { freePort } from '../../scripts/dev/stack/ports.ts'
import { createPayPal, type PayPalIds } from '../platform/adapters/paypal.ts'
import { createPayPalRest } from '../platform/adapters/paypal-rest.ts'

export async function startPayPal(
  options: Pick<Parameters<typeof startFakePayPal>[0], 'plans' | 'target'>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'paypal-'))
  const fake = await startFakePayPal({ port: await freePort(9700), folder, ...options })
  return {
    url: fake.url,
    listExchanges: async (): Promise<RecordedExchange[]> =>
      (await fetch(`${fake.url}/local/exchanges`)).json(),
    async stop() {
      await fake.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export function connectPayPal(
  url: string,
  options: { readonly secret?: string; readonly plans?: Partial<PayPalIds['plans']> } = {},
) {
  const { clientId, secret } = { ...payPalKeys, ...options }
  const rest = createPayPalRest({ url, clientId, secret, timeout: 10_000, now: Date.now })
  return createPayPal(rest, {
    plans: { ...payPalPlanIds, ...options.plans },
    webhook: webhookId,
    url,
  })
}
