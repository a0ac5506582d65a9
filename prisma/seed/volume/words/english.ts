import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const english: Language = {
  share: 0.55,
  words: listWords(`
    the a to and of in is it that for on with was this my you have be at not but as so we are
    all just from what when out up one about they more some like time good day new people now
    how than if work again home first after still back make think today really much little
    well here over never always long morning bread garden water light road bike coffee winter
    summer river mountain train book music paper kitchen window city street friend family dog
    cat letter story photo film lens server backup cable kernel printer keyboard rope chalk
    wall trail snow rain cloud wind tea flour yeast oven soup tomato seed soil apple pear bee
    bird fox owl tram ferry bridge harbour market museum poem verse grammar accent sentence
    question answer reason evening weekend holiday repair wheel chain saddle brake helmet map
    compass tent stove lantern knot sewing wool yarn thread needle loom dye cotton linen
    pattern quilt guitar piano choir drum
  `),
  syllables: listWords(`
    ba ce di fo gu ha ke li mo nu pa re si to va we yo za bri cle dro fli gra ple sto tra thi
    shu wen dal mer kin
  `),
  separator: ' ',
  fullStop: '.',
};
