import { beforeEach, describe, expect, it, vi } from 'vitest'

const loadScript = vi.hoisted(() => vi.fn())
vi.mock('@paypal/paypal-js', () => ({ loadScript }))

const settings = { clientId: 'client', scriptUrl: 'http://127.0.0.1:1/sdk/js' }
const paypal = { version: '1', Buttons: () => ({}) }
let page: typeof import('./paypal-script.ts')
const loggedErrors = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(async () => {
  vi.resetModules()
  vi.clearAllMocks()
  page = await import('./paypal-script.ts')
})

describe('the PayPal script', () => {
  it('loads once, and reports its status', async () => {
    loadScript.mockResolvedValue(paypal)
    expect(page.$paypal.get()).toBe('initial')
    const [one, other] = [page.loadPayPal(settings), page.loadPayPal(settings)]
    expect(page.$paypal.get()).toBe('pending')
    expect(await one).toBe(paypal)
    expect(await other).toBe(paypal)
    expect(page.$paypal.get()).toBe('resolved')
    expect(loadScript).toHaveBeenCalledTimes(1)
  })

  it('loads for subscriptions, without cards and credit', async () => {
    loadScript.mockResolvedValue(paypal)
    await page.loadPayPal(settings)
    expect(loadScript).toHaveBeenCalledWith(
      expect.objectContaining({
        clientId: 'client',
        sdkBaseUrl: settings.scriptUrl,
        vault: true,
        intent: 'subscription',
        disableFunding: ['card', 'credit'],
      }),
    )
  })

  it.each([
    ['doesn’t arrive', () => loadScript.mockRejectedValueOnce(new Error('blocked'))],
    ['has no buttons', () => loadScript.mockResolvedValueOnce({ version: '1' })],
  ])('is rejected, reported and requested again if it %s', async (_, mockLoad) => {
    mockLoad()
    expect(await page.loadPayPal(settings)).toBeNull()
    expect(page.$paypal.get()).toBe('rejected')
    expect(loggedErrors.mock.calls).toEqual([['Failed to load the PayPal JS SDK script.']])
    loadScript.mockResolvedValue(paypal)
    expect(await page.loadPayPal(settings)).toBe(paypal)
    expect(page.$paypal.get()).toBe('resolved')
  })
})
