/**
 * Spellings in Indic and Arabic scripts that look alike, for skeletons. Sources: the tables of vowels that must not be
 * written as sequences, and of chillus, in the Unicode Standard, version 17.0, chapters 12 and 13
 * (https://www.unicode.org/versions/Unicode17.0.0/); UTS #39 for the Tamil digits.
 */

/** Letters with the sequences that look like them, in hexadecimal. */
const sequences: readonly string[] = [
  // Devanagari: vowels, then vowel signs.
  '904=905+946 906=905+93e 908=930+94d+907 90a=909+941 90d=90f+945 90e=90f+946 910=90f+947 911=905+93e+945',
  '912=905+93e+946 913=905+93e+947 914=905+93e+948 972=905+945 973=905+93a 974=905+93e+93a 975=905+94f',
  '976=905+956 977=905+957 949=93e+945 94a=93e+946 94b=93e+947 94c=93e+948',
  // Bengali, with the letter khanda ta.
  '986=985+9be 9e0=98b+9c3 9e1=98c+9e2 9ce=9a4+9cd',
  // Gurmukhi.
  'a06=a05+a3e a07=a72+a3f a08=a72+a40 a09=a73+a41 a0a=a73+a42 a0f=a72+a47 a10=a05+a48 a13=a73+a4b a14=a05+a4c',
  // Gujarati: vowels, then vowel signs.
  'a86=a85+abe a8d=a85+ac5 a8f=a85+ac7 a90=a85+ac8 a91=a85+abe+ac5 a93=a85+abe+ac7 a94=a85+abe+ac8',
  'ac9=abe+ac5 acb=abe+ac7 acc=abe+ac8',
  // Odia.
  'b06=b05+b3e b10=b0f+b57 b14=b13+b57',
  // Tamil: letters for the au mark, the sign aa, and digits.
  'bd7=bb3 bbe=bb0 be7=b95 be8=b89 bea=b9a beb=bb0+bc1 bed=b8e bee=b85 bf0=baf',
  // Telugu and Kannada.
  'c13=c12+c55 c14=c12+c4c c40=c3f+c55 c47=c46+c55 c8a=c89+cbe c94=c92+ccc ce0=c8b+cbe',
  // Malayalam: vowels, then chillus, which may also be a consonant with a virama and a joiner.
  'd08=d07+d57 d0a=d09+d57 d10=d0e+d46 d13=d12+d3e d14=d12+d57',
  'd7a=d23+d4d d7b=d28+d4d d7c=d30+d4d d7d=d32+d4d d7e=d33+d4d d7f=d15+d4d d54=d2e+d4d d55=d2f+d4d d56=d34+d4d d4e=d30+d4d',
  // Sinhala.
  'd86=d85+dcf d87=d85+dd0 d88=d85+dd1 d8c=d8b+ddf d8e=d8d+dd8 d90=d8f+ddf d92=d91+dca d93=d91+dd9 d96=d94+ddf',
  // Candrabindus and tippi written for anusvaras, and Sinhala letters that have one.
  '901=902 981=982 a81=a82 a01=a02 a70=a02 b01=b02 c01=c02 c81=c82',
  'd9f=d82+d9c da6=d82+da2 dac=d82+da9 db3=d82+daf db9=d82+db6',
  // Arabic: yeh, kaf, alef wasla and teh marbuta goal.
  '64a=6cc 649=6cc 6cd=6cc 6d2=6cc 643=6a9 6aa=6a9 671=627 629=6c3',
]

const fromCode = (code: string) => String.fromCodePoint(Number.parseInt(code, 16))

export const southAsianPrototypes: ReadonlyMap<string, string> = new Map(
  sequences
    .flatMap((line) => line.split(' '))
    .map((pair) => {
      const [letter = '', sequence = ''] = pair.split('=')
      return [fromCode(letter), sequence.split('+').map(fromCode).join('')]
    }),
)

/** By script: nasal letters, the virama after them, and the anusvara written for both: "गान्धी" and "गांधी". */
const nasals: readonly (readonly [letters: string, virama: string, anusvara: string])[] = [
  ['919 91e 923 928 92e', '94d', '902'],
  ['999 99e 9a3 9a8 9ae', '9cd', '982'],
  ['a19 a1e a23 a28 a2e', 'a4d', 'a02'],
  ['a99 a9e aa3 aa8 aae', 'acd', 'a82'],
  ['b19 b1e b23 b28 b2e', 'b4d', 'b02'],
  ['b99 b9e ba3 ba8 ba9 bae', 'bcd', 'b82'],
  ['c19 c1e c23 c28 c2e', 'c4d', 'c02'],
  ['c99 c9e ca3 ca8 cae', 'ccd', 'c82'],
  ['d19 d1e d23 d28 d2e', 'd4d', 'd02'],
  ['d9e da4 dab db1 db8', 'dca', 'd82'],
]

const nasalPatterns = nasals.map(([letters, virama, anusvara]) => ({
  pattern: new RegExp(`[${letters.split(' ').map(fromCode).join('')}]${fromCode(virama)}`, 'gu'),
  anusvara: fromCode(anusvara),
}))

export const foldNasals = (text: string): string =>
  nasalPatterns.reduce(
    (folded, { pattern, anusvara }) => folded.replaceAll(pattern, anusvara),
    text,
  )

/** Marks that readers overlook: nuktas, Arabic vowel signs and hamzas, and the tatweel, which stretches a word. */
export const overlookedMarks =
  /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0c3c\u0640\u064b-\u065f\u0670\u06d6-\u06dc]/gu
