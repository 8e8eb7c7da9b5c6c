/** Guesses a text's language by its script and by words that are common in it. */

/** ISO 15924 codes with each script's most likely languages, and common words if several languages share a script. */
const languagesByScript: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Latn: {
    da: 'og at det som en er på ikke af til for den har jeg',
    de: 'der die und das ist nicht ein eine zu den mit von auf im',
    en: 'the of and to in is that for it was with as on by',
    es: 'el los las y del que en una por con es para se lo',
    fr: 'le les des et en du une est dans pour que qui pas au',
    id: 'yang dan di dengan untuk dari ini itu tidak dalam pada ke akan juga',
    it: 'il di che la e per un non sono della del è si le',
    nb: 'og at det som en er på ikke av til for den har jeg',
    nl: 'de het een en van is dat niet op te zijn voor met die',
    pl: 'i w nie na się że z jest do to jak od przez po',
    pt: 'os as e do da em um uma não que com para no na',
    sv: 'och att det som en är på inte av för till den har jag',
    tr: 've bir bu için da de ile olarak çok gibi daha ama ne en',
  },
  Arab: {
    ar: 'في من على إلى أن التي هذا الذي ما عن هذه كان مع لا',
    fa: 'و در به از که این را است با آن برای می یک خود',
    pnb: 'دے دی وچ تے نوں دا اے نے وی سی نیں ایہہ اوہ کیتا',
    ps: 'د په او چې له دا کې سره ته يې شوي هم پر وي',
    sd: '۾ جي جو آهي کي ۽ جا سان هن آهن تي ان به نه',
    ur: 'کے کی میں ہے اور سے کو نے کا یہ پر کہ ہیں نہیں',
  },
  Beng: {
    as: 'আৰু এই কৰা হয় পৰা বাবে তেওঁ এটা কৰি লগত আছে নাই হ’ল এক',
    bn: 'এই ও করে থেকে না একটি তার এবং আর জন্য হয় করা এক সঙ্গে',
  },
  Cyrl: {
    bg: 'на и да се от за е не са с по като които съм',
    ru: 'и в не на что с как это по но из он для был',
    uk: 'і в не на що з як це та до від для але був',
  },
  Deva: {
    hi: 'है के में और की का को से नहीं यह हैं पर था भी',
    mr: 'आहे आणि या तो होते मध्ये नाही हे व आहेत ते ही होता पण',
    ne: 'छ र यो पनि छन् हो थियो गरेको भएको लागि गर्न भने छैन तर',
    sa: 'च एव इति तु अपि अस्ति सः तत् भवति यथा तस्य न हि अत्र',
  },
  ...Object.fromEntries(
    'Armn:hy Ethi:am Geor:ka Grek:el Gujr:gu Guru:pa Hang:ko Hani:zh Hebr:he Khmr:km Knda:kn Laoo:lo Mlym:ml Mtei:mni Mymr:my Olck:sat Orya:or Sinh:si Taml:ta Telu:te Thaa:dv Thai:th Tibt:bo'
      .split(' ')
      .map((pair) => [pair.slice(0, 4), { [pair.slice(5)]: '' }]),
  ),
  // Japanese texts always have these characters beside Chinese ones.
  Kana: { ja: '' },
}

/** The number of characters read: more don't change the result. */
const maxLength = 20_000
const minLetters = 80
/** The share of all words that must be common ones. */
const minShare = 0.05
/** The minimum ratio of the best language's common words to the next one's. */
const minRatio = 1.1

const scripts = Object.keys(languagesByScript).map((name) => {
  const names = name === 'Kana' ? ['Hira', 'Kana'] : [name]
  const letters = names.map((each) => `\\p{Script=${each}}`).join('')
  return { name, letters: new RegExp(`[${letters}]`, 'gu') }
})

/** Returns null if the language is uncertain, as for most short texts. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, maxLength).normalize('NFC')
  const counts = scripts.map(({ name, letters }) => ({
    name,
    count: sample.match(letters)?.length ?? 0,
  }))
  const main = counts.reduce((one, other) => (other.count > one.count ? other : one))
  const japanese = counts.find(({ name }) => name === 'Kana')!
  if (main.count < minLetters) return null
  const isJapanese = main.name === 'Hani' && japanese.count > main.count / 10
  const languages = languagesByScript[isJapanese ? 'Kana' : main.name]!
  const [only, ...others] = Object.keys(languages)
  if (others.length === 0) return only ?? null
  const words = sample.toLowerCase().match(/[\p{L}\p{M}’]+/gu) ?? []
  const shares = Object.entries(languages)
    .map(([language, common]) => {
      const known = new Set(common.normalize('NFC').split(' '))
      return { language, share: words.filter((word) => known.has(word)).length / words.length }
    })
    .sort((one, other) => other.share - one.share)
  const [best, next] = shares
  return best!.share >= minShare && best!.share >= next!.share * minRatio ? best!.language : null
}
