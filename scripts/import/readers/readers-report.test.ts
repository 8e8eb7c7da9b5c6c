import { describe, expect, it } from 'vitest'
import { maskAddress } from './readers-report.ts'

describe('a masked address', () => {
  it.each([
    ['Mira.Bai@example.com', 'm…@e….com'],
    ['=HYPERLINK("https://evil.example")', 'h…@…'],
    ['<b>@[x](y).co.uk', 'b…@x….uk'],
    ['\u001b[31mred@example.com', '3…@e….com'],
    ['', '…@…'],
    ['मीरा@उदाहरण.भारत', '…@…'],
    ['@@@@', '…@…'],
  ])('hides %j as %s', (cell, masked) => {
    expect(maskAddress(cell)).toBe(masked)
  })
})
