import { describe, expect, it } from 'vitest'
import { botCheckDefaultUrl, botCheckPolicy, botCheckScript } from './bot-check.ts'

describe('what a page allows for the bot check', () => {
  it('are Google’s addresses for it, and no whole host', () => {
    const { scripts, connect, frames } = botCheckPolicy(botCheckDefaultUrl)
    expect(scripts).toEqual([
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
    ])
    expect(connect).toBe('connect-src https://www.google.com/recaptcha/')
    expect(frames).toBe(
      'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    )
    expect(botCheckScript(botCheckDefaultUrl, 'a key&').startsWith(scripts[0]!)).toBe(true)
    expect(botCheckScript(botCheckDefaultUrl, 'a key&')).toMatch(/\?render=a%20key%26$/)
  })

  it('is a stand-in’s address alone, where there is one', () => {
    const policy = botCheckPolicy('http://127.0.0.1:8026')
    expect(policy.scripts).toEqual(['http://127.0.0.1:8026/recaptcha/'])
    expect(policy.frames).toBe('frame-src http://127.0.0.1:8026/recaptcha/')
  })
})
