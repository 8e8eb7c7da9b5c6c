import { describe, expect, it } from 'vitest'
import { readCookie } from './cookie.ts'

describe('readCookie', () => {
  it.each([
    ['', ''],
    ['_fbp=fb.1.2.3', 'fb.1.2.3'],
    ['reader=isSubscribed.open; _fbp=fb.1.2.3; country=IN', 'fb.1.2.3'],
    ['x_fbp=other', ''],
    ['_fbp=', ''],
    ['_fbp=a=b', 'a=b'],
  ])('reads %j as %j', (cookies, value) => {
    expect(readCookie('_fbp', cookies)).toBe(value)
  })
})
