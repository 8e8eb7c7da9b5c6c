import { describe, expect, it } from 'vitest'
import { botCheckDefaultUrl, getBotCheckPolicy, getBotCheckScriptUrl } from './bot-check-config.ts'

describe('the policy for the bot check', () => {
  it('allows Google’s paths for the bot check, and no whole host', () => {
    const { scripts, connect, frames } = getBotCheckPolicy(botCheckDefaultUrl)
    expect(scripts).toEqual([
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
    ])
    expect(connect).toBe('connect-src https://www.google.com/recaptcha/')
    expect(frames).toBe(
      'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    )
    expect(getBotCheckScriptUrl(botCheckDefaultUrl, 'a key&').startsWith(scripts[0]!)).toBe(true)
    expect(getBotCheckScriptUrl(botCheckDefaultUrl, 'a key&')).toMatch(/\?render=a%20key%26$/)
  })

  it('allows only the fake’s address if there is a fake', () => {
    const policy = getBotCheckPolicy('http://127.0.0.1:8026')
    expect(policy.scripts).toEqual(['http://127.0.0.1:8026/recaptcha/'])
    expect(policy.frames).toBe('frame-src http://127.0.0.1:8026/recaptcha/')
  })
})
