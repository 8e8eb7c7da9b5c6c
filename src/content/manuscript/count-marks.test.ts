import { expect, it } from 'vitest'
import { countMarks } from './count-marks.ts'

it.each([
  ['The rain (it came late) said: “Wait — 3 °C.”', 1],
  ['बारिश देर से आई। नदी ३ मीटर ऊँची है।', 1],
  ['بارش دیر سے آئی۔ ﻻ', 2],
  ['[^a] *b*\n', 6],
  ['क a क', 3],
  ['क த', 2],
])('the marks in “%s” count as %i', (text, marks) => {
  expect(countMarks(text)).toBe(marks)
})
