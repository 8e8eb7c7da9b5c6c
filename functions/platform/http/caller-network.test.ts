import { describe, expect, it } from 'vitest'
import { parseCallerNetwork, parseNetworkBlock } from './caller-network.ts'

describe('the network that a limit counts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, 'unknown'],
  ])('%s is counted as %s', (address, network) => {
    expect(parseCallerNetwork(address)).toBe(network)
  })
})

describe('the block that shares a day’s unlocks', () => {
  it.each([
    ['203.0.113.7', '203.0.113'],
    ['203.0.113.255', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['::ffff:203.0.113.7', '0:0:0:0'],
    ['', ''],
  ])('of %j is %j', (address, block) => {
    expect(parseNetworkBlock(address)).toBe(block)
  })
})
