import { afterEach, expect, it, vi } from 'vitest'
import { maxImageBytes } from '../domain/upload-limits.ts'
import { preparePicture } from './prepare-picture.ts'

afterEach(() => vi.unstubAllGlobals())

/** The first bytes of a picture that an iPhone has taken. */
const heicHead = Buffer.from(
  '000000246674797068656963000000006d6966314d6948454d6950726d696166' +
    '4d69484268656963000006df6d657461',
  'hex',
)

const refuse = () => vi.fn(() => Promise.reject(new DOMException('', 'InvalidStateError')))

it('a HEIC picture that the browser can’t read is refused with what to do', async () => {
  const decode = refuse()
  vi.stubGlobal('createImageBitmap', decode)
  // The name and the type say something else.
  const file = new File([heicHead], 'IMG_0042.jpg', { type: 'image/jpeg' })
  const prepared = await preparePicture(file)
  expect(decode).toHaveBeenCalledWith(file)
  expect(prepared).toEqual({
    ok: false,
    failure: expect.stringMatching(/HEIC.* JPEG.*Settings → Camera → Formats → Most Compatible/),
  })
})

it('a picture that the server takes isn’t decoded, however many pixels it has', async () => {
  const decode = refuse()
  vi.stubGlobal('createImageBitmap', decode)
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff), new Uint8Array(1000)], 'a.jpg')
  expect(await preparePicture(file)).toEqual({ ok: true, value: file })
  expect(decode).not.toHaveBeenCalled()
})

it('a file that could exhaust a phone’s memory is refused without decoding it', async () => {
  const decode = refuse()
  vi.stubGlobal('createImageBitmap', decode)
  const part = new Uint8Array(maxImageBytes)
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff), part, part, part], 'a.jpg')
  expect(await preparePicture(file)).toMatchObject({ ok: false })
  expect(decode).not.toHaveBeenCalled()
})
