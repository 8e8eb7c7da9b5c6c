import { expect, it } from 'vitest'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { buildRedirectWrite } from './redirect-write.ts'

it('the write for a redirect stores the redirect’s target, or the fact that the redirect has ended', async () => {
  for (const to of ['/new', null]) {
    expect(await buildRedirectWrite('/old', to)).toEqual({
      set: `redirects/${await hashRedirectPath('/old')}`,
      fields: { from: '/old', to },
      serverTimes: ['updatedAt'],
    })
  }
})

it.each(['/.//evil.example', '//evil.example', 'https://evil.example', '/a\\b'])(
  'the write for a redirect refuses the target %s',
  async (to) => {
    await expect(buildRedirectWrite('/old', to)).rejects.toThrow('isn’t a path on this site')
  },
)
