import { describe, expect, it } from 'vitest'
import {
  pictureAddress,
  pictureQuality,
  pictureWidths,
  socialCardAddress,
} from './picture-address.ts'

describe('a picture', () => {
  it('is served in the widths of pictures and of devices, and no others', () => {
    const ofPictures = [16, 32, 48, 64, 96, 128, 256, 384]
    const ofDevices = [640, 750, 828, 1080, 1200, 1920, 2048, 3840]
    expect(pictureWidths).toEqual([...ofPictures, ...ofDevices])
  })

  it('is compressed to a quality of 75', () => expect(pictureQuality).toBe(75))

  it('has an address for each width, and one for its card', () => {
    expect(pictureAddress('rain-0123456789abcdef', 640)).toBe('/images/rain-0123456789abcdef/640')
    expect(socialCardAddress('rain-0123456789abcdef')).toBe(
      '/images/rain-0123456789abcdef/1200x630',
    )
  })
})
