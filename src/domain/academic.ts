/**
 * Which e-mail addresses show that somebody studies or teaches: those of the domains in which only
 * schools and universities are registered, and of universities elsewhere, one by one.
 */

/** Whatever is registered below one of these is a school, a university or a college. */
const registries = [
  'edu',
  // South Asia and its neighbours.
  ...['ac.in', 'edu.in', 'ernet.in', 'edu.pk', 'ac.bd', 'edu.bd', 'edu.np', 'ac.lk', 'sch.lk'],
  ...['edu.af', 'edu.bt', 'edu.mv', 'edu.mm', 'ac.ir', 'ac.th', 'edu.my', 'edu.sg', 'ac.id'],
  // Where its diaspora studies.
  ...['ac.uk', 'edu.au', 'ac.nz', 'ac.za', 'ac.ae', 'edu.qa', 'edu.sa', 'edu.kw', 'edu.om'],
  ...['edu.hk', 'edu.cn', 'edu.tw', 'ac.jp', 'ac.kr', 'edu.ph', 'edu.vn', 'ac.il', 'edu.tr'],
  ...['edu.ng', 'ac.ke', 'edu.gh', 'ac.tz', 'ac.ug', 'ac.mu', 'ac.fj', 'edu.tt', 'edu.jm'],
  ...['ac.at', 'ac.be', 'edu.pl', 'edu.es', 'edu.it', 'edu.pt', 'edu.br', 'edu.mx', 'edu.ar'],
] as const

/** Countries without such a registry. */
const universities = [
  // Canada
  ...['utoronto.ca', 'mcgill.ca', 'ubc.ca', 'yorku.ca', 'torontomu.ca', 'sfu.ca', 'uwaterloo.ca'],
  ...['mcmaster.ca', 'queensu.ca', 'ualberta.ca', 'ucalgary.ca', 'concordia.ca', 'carleton.ca'],
  ...['uottawa.ca', 'uwo.ca', 'dal.ca', 'umanitoba.ca', 'uvic.ca', 'usask.ca', 'uoguelph.ca'],
  // Europe
  ...['tcd.ie', 'ucd.ie', 'universityofgalway.ie', 'ethz.ch', 'epfl.ch', 'uzh.ch', 'unige.ch'],
  ...['uva.nl', 'leidenuniv.nl', 'uu.nl', 'rug.nl', 'tudelft.nl', 'kuleuven.be', 'ugent.be'],
  ...['uni-heidelberg.de', 'fu-berlin.de', 'hu-berlin.de', 'tum.de', 'lmu.de', 'uni-bonn.de'],
  ...['rwth-aachen.de', 'uni-hamburg.de', 'uni-goettingen.de', 'sciencespo.fr', 'ens.psl.eu'],
  ...['sorbonne-universite.fr', 'universite-paris-saclay.fr', 'ku.dk', 'au.dk', 'dtu.dk'],
  ...[
    'uio.no',
    'uib.no',
    'ntnu.no',
    'lu.se',
    'uu.se',
    'su.se',
    'kth.se',
    'helsinki.fi',
    'aalto.fi',
  ],
] as const

const listed: ReadonlySet<string> = new Set([...registries, ...universities])

/**
 * The address by which somebody counts once, however they write it; null where it is none of a listed
 * domain. Whether it is theirs, a letter has to show.
 */
export function academicAddress(typed: string): string | null {
  const [name = '', domain = '', ...more] = typed.trim().toLowerCase().split('@')
  // What stands after a plus reaches the same mailbox.
  const mailbox = name.split('+')[0]!
  if (mailbox === '' || more.length > 0 || !/^[a-z0-9.-]+$/.test(domain)) return null
  const labels = domain.split('.')
  // A registry itself is nobody's; a university has addresses of its own.
  const isListed = labels.some((label, index) => {
    const suffix = labels.slice(index).join('.')
    if (label === '' || !listed.has(suffix)) return false
    return index > 0 || (universities as readonly string[]).includes(suffix)
  })
  return isListed && !labels.includes('') ? `${mailbox}@${domain}` : null
}
