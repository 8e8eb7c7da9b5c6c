import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../testing/work-growth.ts'
import {
  containsMessageLink,
  countCharacters,
  isMessageAllowed,
  isNameAllowed,
  maxMessageUnits,
  normalizeMessage,
} from './gift-message.ts'

const family = '👩‍👩‍👧‍👦'

describe('a gift’s message', () => {
  it('may have 600 characters as people count them', () => {
    expect(countCharacters(family.repeat(600))).toBe(600)
    expect(isMessageAllowed('क्षि'.repeat(600))).toBe(true)
    expect(isMessageAllowed('👍🏽'.repeat(600))).toBe(true)
    expect(isMessageAllowed('x'.repeat(601))).toBe(false)
  })

  it('may not hide thousands of code points in one character, or in large emoji', () => {
    expect(isMessageAllowed(`a${'\u0301'.repeat(maxMessageUnits)}`)).toBe(false)
    expect(isMessageAllowed(family.repeat(600))).toBe(false)
  })

  it.each(['a\u0000b', 'a\u202eb', '\ud800'])('can’t contain %j', (message) => {
    expect(isMessageAllowed(message)).toBe(false)
  })

  it('is normalized in time proportional to its length', async () => {
    const growth = await measureWorkGrowth(8_000, async (length) =>
      normalizeMessage(`a${' '.repeat(length)}x`),
    )
    expect(growth).toBeLessThan(maxWorkGrowth)
  })

  it.each([
    'Claim at https://evil.example/x',
    'Claim at evil.com.',
    'Bit.Ly/Win9',
    'evil\uff0ecom',
    'www.evil',
    'Write to help@evil.example',
    'Happy birthday,\nevil.chat',
  ])('contains a link: %j', (message) => {
    expect(containsMessageLink(message)).toBe(true)
  })

  it.each([
    'Happy birthday, Md.Rahim! Dinner @ 8 and/or 9.30, no. 4. Love, A.P.J. & एम.एस. धोनी ❤️',
    'Wait... what?\nYours,\nAsha.',
    'Read this:it’s 50/50.',
  ])('contains no link: %j', (message) => {
    expect(containsMessageLink(message)).toBe(false)
  })

  it('is searched for links in time proportional to its length', async () => {
    for (const part of ['a.', '.', 'a./'])
      expect(
        await measureWorkGrowth(4_000, async (length) => containsMessageLink(part.repeat(length))),
      ).toBeLessThan(maxWorkGrowth)
  })

  it('keeps paragraphs and lines, without spaces at their ends', () => {
    expect(normalizeMessage('  Dear Mira, \r\nhello \n\n\n\nAsha ')).toBe(
      'Dear Mira,\nhello\n\nAsha',
    )
  })
})

describe('a name on a gift card', () => {
  const allowed =
    'Asha, ❤️ Nan, Nan 👍🏽, J.R. Smith, J. P. d’Arc, Mira & Tom, Nan 👵, गीता‍, St. John, 3 of us, क्\u200dषमा, 山田。, ' +
    // Initials and abbreviations as newspapers write them, without a space after the dot.
    'एम.एस. धोनी, एस.एस. राजामौली, एम.एफ. हुसैन, एम.एस. स्वामीनाथन, एस.एम. कृष्णा, एन.आर. नारायण मूर्ति, डॉ.भीमराव आंबेडकर, ' +
    'डॉ.भारत भूषण, డె.భారత్, ડૉ.ભારત પટેલ, ' +
    'पं.रविशंकर, श्री.राम, पु.ल. देशपांडे, वि.वा. शिरवाडकर, ना.सी. फडके, लक्ष्मी भारत, एस. भारत, এস.এম. সুলতান, এস.এন. বসু, মো.রহিম, ' +
    'ডা.কামাল, এ.কে. ফজলুল হক, এ.পি.জে. আবদুল কালাম, એમ.એસ. ધોની, કે.કા. શાસ્ત્રી, ડૉ.પટેલ, ਐਮ.ਐਸ. ਧੋਨੀ, ਸ.ਭਗਤ ਸਿੰਘ, ' +
    'ଏମ.ଏସ. ଧୋନି, ଡଃ.ଦାସ, ایم.اے. جناح, ڈاکٹر.خان, م.ن. راشد, ن.م. راشد, எம்.ஜி.ஆர்., மு.கருணாநிதி, எம்.எஸ். சுப்புலட்சுமி, ' +
    'ப.சிதம்பரம், ஏ.ஆர்.ரஹ்மான், ఎన్.టి.రామారావు, కె.విశ్వనాథ్, ಎಂ.ಎಸ್. ಧೋನಿ, ಡಾ.ರಾಜ್‌ಕುಮಾರ್, ಕೆ.ವಿ.ಪುಟ್ಟಪ್ಪ, എം.ടി. വാസുദേവൻ നായർ, ' +
    'ഒ.വി.വിജയൻ, ഡോ.പൽപ്പു, එම්.එස්. ප්‍රනාන්දු, ඩබ්.ඒ. සිල්වා, ආචාර්ය.පෙරේරා, Md.Yusuf, Md.Rahim, md.yusuf, Mohd.Rafi, ' +
    'Lt.Col. Singh, Capt.Vikram Batra, Dr.Ambedkar, Sk.Mujib, Ravi a/l Kumar, Devi a/p Raman, P.K. Roy, A.R.Rahman, ' +
    'A.P.J.Abdul Kalam, M.S.Dhoni, m.s.dhoni, V.V.S.Laxman, T.N.SESHAN, K.SK, R.K.Narayan, Kapil.Dev, St.John, O’Brien.J, ' +
    'Sinha.SN, Nair.MT, S.Jaishankar, H.E. de Silva, D.M. Jayaratne, Ma.Theresa, И.И. Иванов, А.С.Пушкин, Ama (Colombo)'

  it.each(allowed.split(', '))('can be %s', (name) => {
    expect(isNameAllowed(name)).toBe(true)
  })

  const links =
    'Win at evil.com, https://evil.example, ftp://x, bit.ly/gift, help@evil.example, www.evil.example, //evil.example, ' +
    'claim-a.com, win-x.in, prize-4.com, x.com, X.COM, Claim.Com, claim.com., claim.com.kumar, claim.com/now, 7.rs, t.me, ' +
    'x.co.in, WIN-X.IN, Prize4.In, verandah.shop, verandah.online, kapil.dev, go.live, हिन्दी.भारत, बैंक.कॉम, বাংলা.বাংলা, ' +
    'பரிசு.இந்தியா, இந்தியா.இந்தியா, ලංකා.ලංකා, பரிசு.இலங்கை, انعام.پاکستان, انعام.بھارت, ભેટ.ભારત, ਤੋਹਫ਼ਾ.ਭਾਰਤ, బహుమతి.భారత్, ' +
    'Bit.Ly/Win9, Claim.IN/prize, verify.review/x, evil.chat, Evil.Chat, claim.bot, ama.business, see.now, x.photography, ' +
    'ಬಹುಮಾನ.ಭಾರತ, സമ്മാനം.ഭാരതം, ଉପହାର.ଭାରତ, приз.рф, 奖品.中国, एम.com, x.xn--h2brj9c'
  const disguised =
    'evil\uff0ecom, evil\u3002com, evil\uff61com, evil\u2024com, evil.\u200dcom, evil\ufe0f.com, evil.c\u00adom, evil.ⓒⓞⓜ, ' +
    'हिन्दी\u3002भारत, help\uff20evil, bit.ly\uff0fgift, x\uff0f\uff0fgift'
  const invisible =
    '\u3164, Asha\u3164, A\u034fma, \u17b4a, A \u200dma, \ufe0fA, Asha\u202eliam, A\u200bsha, \u200d, …'
  const letterMarks = 'S\u0367pport, Su\u1deeport, \u0405\u2ded'

  it.each([links, disguised, invisible, letterMarks].join(', ').split(', '))(
    'can’t be %j',
    (name) => {
      expect(isNameAllowed(name)).toBe(false)
    },
  )
})
