/** Languages in Arabic letters that are set in Naskh. Urdu and its neighbours use Nastaliq. */
const languages = ['ar', 'fa', 'prs', 'ps', 'sd', 'ug', 'ckb']

const attribute = new RegExp(` lang="(?:${languages.join('|')})(?:-[^"]*)?"`, 'i')

/** Returns whether the HTML has a word, a block or a story in one of these languages. */
export const mayBeSetInNaskh = (html: string) => attribute.test(html)

export const naskhRule =
  `:is(${languages.map((language) => `:lang(${language})`)}):dir(rtl)` +
  '{--serif:var(--naskh);--display:var(--naskh);font-family:var(--naskh)}'
