import { describe, expect, it } from 'vitest'
import { networksPerWideNetwork } from '../../../src/domain/network.ts'
import {
  isNetworkWithinLimit,
  parseNetworkBlock,
  parseProviderNetwork,
  parseWidestNetwork,
} from './caller-network.ts'
import type { NetworkLimit } from './rate-limits.ts'

const createCaller = (address: string | undefined, limit: object) => ({
  request: new Request('https://verandah.example', {
    headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
  }),
  env: { JOIN_NETWORK_LIMIT: limit as NetworkLimit },
})

describe('a limit of networks', () => {
  const listKeys = async (address: string | undefined, isWithin = true) => {
    const keys: string[] = []
    const limit = {
      limit: async ({ key }: { readonly key: string }) => {
        keys.push(key)
        return { success: isWithin }
      },
    }
    const caller = createCaller(address, limit)
    expect(await isNetworkWithinLimit(caller, 'JOIN_NETWORK_LIMIT', 'forms')).toBe(isWithin)
    return keys
  }

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1::/48'],
    ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1::/48'],
    ['2001:DB8::1', '2001:db8:0:0', '2001:db8:0::/48'],
    ['::1', '0:0:0:0', '0:0:0::/48'],
  ])('counts %s as %s and a part of %s', async (address, network, wide) => {
    const [first, second, ...others] = await listKeys(address)
    expect(first).toBe(`forms ${network}`)
    expect(second?.replace(/ \d+$/, '')).toBe(`forms ${wide}`)
    expect(others).toEqual([])
  })

  it.each([
    ['203.0.113.7', 'forms 203.0.113.7'],
    [undefined, 'forms '],
  ])('has a single count for %s', async (address, key) => {
    expect(await listKeys(address)).toEqual([key])
  })

  it('doesn’t count a network’s refused calls for the /48', async () => {
    expect(await listKeys('2001:db8:1:2::9', false)).toEqual(['forms 2001:db8:1:2'])
  })

  it('allows a /48 as much as several networks, and each network its own limit', async () => {
    const most = 20
    const counts = new Map<string, number>()
    const limit = {
      limit: async ({ key }: { readonly key: string }) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return { success: count <= most }
      },
    }
    const countAllowed = async (networks: number, calls: number, wide: string) => {
      let allowed = 0
      for (let network = 0; network < networks; network++)
        for (let call = 0; call < calls; call++) {
          const caller = createCaller(`${wide}:${network.toString(16)}::1`, limit)
          if (await isNetworkWithinLimit(caller, 'JOIN_NETWORK_LIMIT', 'forms')) allowed++
        }
      return allowed
    }
    const wideMost = networksPerWideNetwork * most
    expect(await countAllowed(4 * wideMost, 1, '2001:db8:1')).toBe(wideMost)
    expect(await countAllowed(1, 4 * most, '2001:db8:2')).toBe(most)
  })
})

describe('the block of networks that shares a day’s unlocks', () => {
  it.each([
    ['203.0.113.7', '203.0.113'],
    ['203.0.113.255', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['::ffff:203.0.113.7', '0:0:0:0'],
    ['', ''],
  ])('groups %j under %j', (address, block) => {
    expect(parseNetworkBlock(address)).toBe(block)
  })
})

it.each([
  ['203.0.113.7', '203.0'],
  ['2409:4042:4A10:7::9', '2409:4042'],
  ['2409::9', '2409:0'],
  ['', ''],
])('the provider’s network of %j is %j', (address, network) => {
  expect(parseProviderNetwork(address)).toBe(network)
})

it.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2::9', '2001:db8:1'],
])('the widest network of %s is %s', (address, network) => {
  expect(parseWidestNetwork(address)).toBe(network)
})
