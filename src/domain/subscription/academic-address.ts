/**
 * Recognises students' and teachers' addresses: at academic registries, and at universities in countries without one.
 */

/**
 * Only schools, universities and colleges can register below these domains, unlike ac.nz and edu.pl, where anyone can.
 */
const academicRegistries = [
  'edu',
  // South Asia and its neighbours.
  ...['ac.in', 'edu.in', 'ernet.in', 'edu.pk', 'ac.bd', 'edu.bd', 'edu.np', 'ac.lk', 'sch.lk'],
  ...['edu.af', 'edu.bt', 'edu.mv', 'edu.mm', 'ac.ir', 'ac.th', 'edu.my', 'edu.sg', 'ac.id'],
  // Countries where South Asia's diaspora studies.
  ...['ac.uk', 'edu.au', 'ac.za', 'ac.ae', 'edu.qa', 'edu.sa', 'edu.kw', 'edu.om'],
  ...['edu.hk', 'edu.cn', 'edu.tw', 'ac.jp', 'ac.kr', 'edu.ph', 'ac.il', 'edu.tr'],
  ...['edu.ng', 'ac.ke', 'edu.gh', 'ac.tz', 'ac.ug', 'ac.mu', 'ac.fj', 'edu.tt', 'edu.jm'],
  ...['ac.at', 'ac.be', 'edu.es', 'edu.it', 'edu.pt', 'edu.br', 'edu.mx', 'edu.ar'],
] as const

/** Domains of universities in countries without such a registry. */
const universityDomains = [
  // Universities in Canada.
  ...['utoronto.ca', 'mcgill.ca', 'ubc.ca', 'yorku.ca', 'torontomu.ca', 'sfu.ca', 'uwaterloo.ca'],
  ...['mcmaster.ca', 'queensu.ca', 'ualberta.ca', 'ucalgary.ca', 'concordia.ca', 'carleton.ca'],
  ...['uottawa.ca', 'uwo.ca', 'dal.ca', 'umanitoba.ca', 'uvic.ca', 'usask.ca', 'uoguelph.ca'],
  // Universities in Europe.
  ...['tcd.ie', 'ucd.ie', 'universityofgalway.ie', 'ethz.ch', 'epfl.ch', 'uzh.ch', 'unige.ch'],
  ...['uva.nl', 'leidenuniv.nl', 'uu.nl', 'rug.nl', 'tudelft.nl', 'kuleuven.be', 'ugent.be'],
  ...['uni-heidelberg.de', 'fu-berlin.de', 'hu-berlin.de', 'tum.de', 'lmu.de', 'uni-bonn.de'],
  ...['rwth-aachen.de', 'uni-hamburg.de', 'uni-goettingen.de', 'sciencespo.fr', 'ens.psl.eu'],
  ...['sorbonne-universite.fr', 'universite-paris-saclay.fr', 'ku.dk', 'au.dk', 'dtu.dk'],
  ...['uio.no', 'uib.no', 'ntnu.no', 'lu.se', 'uu.se', 'su.se', 'kth.se'],
  ...['helsinki.fi', 'aalto.fi', 'uw.edu.pl', 'uj.edu.pl', 'agh.edu.pl', 'pw.edu.pl', 'amu.edu.pl'],
  ...['pwr.edu.pl', 'ug.edu.pl', 'umk.pl', 'sgh.waw.pl'],
  // Universities in New Zealand.
  ...['auckland.ac.nz', 'aucklanduni.ac.nz', 'aut.ac.nz', 'canterbury.ac.nz', 'lincoln.ac.nz'],
  ...['massey.ac.nz', 'otago.ac.nz', 'vuw.ac.nz', 'waikato.ac.nz'],
] as const

const academicDomains: ReadonlySet<string> = new Set([...academicRegistries, ...universityDomains])

/**
 * Returns a canonical address, so that each mailbox counts once; null if the domain isn't listed. Ownership isn't
 * verified.
 */
export function normaliseAcademicAddress(input: string): string | null {
  const [name = '', domain = '', ...more] = input.trim().toLowerCase().split('@')
  // Anything after a plus leads to the same mailbox.
  const mailbox = name.split('+')[0]!
  // A mail server may forward addresses with such characters: `ama%example.com@example.edu` to `ama@example.com`.
  if (mailbox === '' || /[%!/=]/.test(name)) return null
  if (more.length > 0 || !/^[a-z0-9.-]+$/.test(domain)) return null
  const labels = domain.split('.')
  // A registry itself has no addresses, but a university does.
  const isListed = labels.some((label, index) => {
    const suffix = labels.slice(index).join('.')
    if (label === '' || !academicDomains.has(suffix)) return false
    return index > 0 || (universityDomains as readonly string[]).includes(suffix)
  })
  return isListed && !labels.includes('') ? `${mailbox}@${domain}` : null
}
