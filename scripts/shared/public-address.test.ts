import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each([
  ...['1.1.1.1', '93.184.216.34', '172.32.0.1', '169.253.0.1', '168.63.129.17'],
  ...['2606:4700::1111', '2a00:1450::1'],
])('the address %s is public', (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '168.63.129.16', '169.254.169.254'],
  ...['172.16.0.1', '172.31.0.1', '192.168.1.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:8.8.8.8', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2001:db8::1'],
  ...['2002:a00:1::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1'],
  ...['localhost', ''],
])('the address %j isn’t public', (address) => expect(isPublicAddress(address)).toBe(false))
