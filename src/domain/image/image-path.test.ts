import { describe, expect, it } from 'vitest'
import { getImagePath, getSocialCardPath, imageQuality, imageWidths } from './image-path.ts'

describe('a picture', () => {
  it('is served only in the specified image and device widths', () => {
    const specifiedImageWidths = [16, 32, 48, 64, 96, 128, 256, 384]
    const specifiedDeviceWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840]
    expect([...specifiedImageWidths, ...specifiedDeviceWidths]).toEqual(
      expect.arrayContaining([...imageWidths]),
    )
  })

  it('is compressed to a quality of 75', () => expect(imageQuality).toBe(75))

  it('has a path for each width, and for its social card', () => {
    expect(getImagePath('rain-0123456789abcdef', 640)).toBe('/images/rain-0123456789abcdef/640')
    expect(getSocialCardPath({ id: 'rain-0123456789abcdef', width: 3, height: 2 })).toBe(
      '/images/rain-0123456789abcdef/1200x630',
    )
  })
})
