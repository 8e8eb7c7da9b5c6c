import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { drawQrCode } from './qr-code.ts'

/** In pixels. */
const module = 4
const quietZone = 4 * module

it('a QR code is scanned as the link that it was made from', () => {
  const link = 'https://verandah.example/gift/7K2M9QXT4B6H0WZE'
  const { size, path } = drawQrCode(link)
  const width = size * module + 2 * quietZone
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < module; row++) {
      const top = quietZone + Number(y) * module + row
      const start = (top * width + quietZone + Number(x) * module) * 4
      for (let pixel = 0; pixel < module; pixel++)
        data.fill(0, start + pixel * 4, start + pixel * 4 + 3)
    }
  }
  expect(decodeQR({ width, height: width, data })).toBe(link)
})
