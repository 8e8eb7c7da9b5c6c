import { expect, it } from 'vitest'
import { isRobot } from './robot.ts'

it.each([
  'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/139.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 11) Chrome/139.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  'facebookexternalhit/1.1',
])('the user agent %s is a program', (userAgent) => expect(isRobot(userAgent)).toBe(true))

it.each([
  '',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/139.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
])('the user agent %s isn’t a program', (userAgent) => expect(isRobot(userAgent)).toBe(false))
