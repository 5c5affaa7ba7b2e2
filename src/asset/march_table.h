// Triangles of marching cubes for the 256 signs of a cube's corners, measured on the reference: the
// diagonals of its polygons decide the volume of a coarse mesh, so a table of our own would not do.
// A row has three letters for each triangle, 'a' to 'l' for edges 0 to 11 (mesh_march.c), seen from
// outside counter-clockwise. Made by: tools/oracle/march_table.c, which says how.
#ifndef SINEW_ASSET_MARCH_TABLE_H_
#define SINEW_ASSET_MARCH_TABLE_H_

// clang-format off
static const char* const marchTable[256] = {
    "", "aei", "faj", "ejfeij", "bke", "biabki", "bkejfa", "fbkfkjjki", "lbf", "flbiae", "albajl",
    "beibillij", "kflkef", "aflaliilk", "eajejkkjl", "ilkijl", "cig", "agcaeg", "jfagci",
    "cjfcfggfe", "ebkcig", "kgckcbbca", "ajfigcbke", "gbkgcbcfbcjf", "cigbfl", "gaegcalbf",
    "lajlbagci", "egbgcjbgjbjl", "fkeflkcig", "ckgcfkflkafc", "cigkjlkejeaj", "ckgcjkjlk", "jch",
    "aeihjc", "cfachf", "ichiheehf", "bkechj", "biabkihjc", "cfachfkeb", "ichihbbhfkib", "lbfchj",
    "aeiflbchj", "hlbhbccba", "eicecbbchbhl", "kflkefchj", "hjcilkialafl", "lkhkeahkahac",
    "hichlilki", "ihjigh", "jaejehheg", "aigagffgh", "eghehf", "highjibke", "hjggbkjbgjab",
    "kebfghfagaig", "kfbkgfghf", "ihjighbfl", "bflheghjejae", "aigagllghbal", "bhlbehegh",
    "elkeflgjighj", "ghalkakgaflahja", "lkaghahlaigakea", "ghlglk", "dgk", "kdgaei", "dgkajf",
    "jeijfedgk", "debdge", "giagaddab", "debdgejfa", "jfiidgfdifbd", "dgkflb", "bfleiadgk",
    "albajlgkd", "gkdlijlbibei", "ldglgffge", "idgiadaldafl", "gldgalajleag", "gldgilijl", "ckdcik",
    "ekdedaadc", "kcikdcfaj", "dekdjejfecjd", "iebibccbd", "abdadc", "fajcbdcibieb", "fcjfbcbdc",
    "ckdcikflb", "lbfadcaedekd", "dikdcibjlbaj", "jledcecjekdelbe", "fleecilceldc", "lafldadca",
    "dcejleldeajecie", "dcjdjl", "hjckdg", "chjgkdaei", "fchfackdg", "dgkehfeihich", "edgebdjch",
    "jchdabdgagia", "bgebdgahfach", "bdihfifbichidgi", "dgkhjcbfl", "aeigkdhjcbfl", "kdgcbachbhlb",
    "dgklbhbchbeceic", "chjfgeflgldg", "chjiagadgafdfld", "aclgelealdglchl", "gidildihlich",
    "dhjdjkkji", "kaekdadjadhj", "ikakdhakhahf", "dekdhehfe", "biebhihjidhb", "jdhjadabd",
    "hfibdidhiebifai", "bdhbhf", "flbkjikdjdhj", "bflkdedaedhahja", "ikhbahaihlbhkdh",
    "dhkhekhbehlb", "efdjidiedhjdfld", "jahadhaldafl", "aiedhl", "hld", "hdl", "aeidlh", "fajdlh",
    "ejfeijdlh", "lhdebk", "ibkiabhdl", "bkelhdajf", "dlhjkijfkfbk", "bhdbfh", "hbfhdbiae",
    "jhdjdaadb", "beibihhijdbh", "dkedehhef", "iakkhdahkafh", "keakaddajdjh", "djhdkjkij", "ciglhd",
    "agcaeglhd", "cigjfadlh", "lhdgfegcfcjf", "dlhkebcig", "hdlbcabkckgc", "bkeigcjfadlh",
    "dlhgckcbkcjbjfb", "bhdbfhigc", "cegcaedfhdbf", "gciadbajdjhd", "egjdbjbejhdjgcj",
    "igchefhdedke", "fhkcakafkgckhdk", "cighdjdajdkakea", "cjgjkgjdkjhd", "djcdlj", "djcdljeia",
    "lfaladdac", "feleicleclcd", "jdljcdebk", "akiabkcljcdl", "ebkdacdlalfa", "cdfkificfbkfdlf",
    "fjcfcbbcd", "iaebcdbfcfjc", "adbacd", "ibeicbcdb", "dkedejjefcdj", "kifcdfdkfjcfiaf",
    "edkeadacd", "cdkcki", "gdlgliilj", "gdlglaaljega", "igdidaadlalf", "lgdlfgfeg", "bkeiljiglgdl",
    "abgljgjagdlgbkg", "bkefaladlaidigd", "kgbgfbglfgdl", "jifigdfidfdb", "dbjegjgdjaejbfj",
    "gaigdadba", "dbedeg", "jidefdfjdkedigd", "dkgafj", "gdidaideadke", "dkg", "glhgkl",
    "lgklhgaei", "glhgklajf", "ifeijfkhgklh", "blhbheehg", "agialglhgbla", "jfaehgebhblh",
    "ijbhgbgiblhbjfb", "kbfkfggfh", "aeigfhgkfkbf", "hgjgkbjgbjba", "hgbijbjhbeibgkb", "ehgefh",
    "agiafgfhg", "jeajhehge", "ijhihg", "hcihillik", "lhkkaehakhca", "ajfliklhihci",
    "klcfecekcjfclhc", "eciebcbhcblh", "hblhcbcab", "ajfebibciblclhc", "fbjbcjbhcblh",
    "ihcibhbfhkbi", "cakfhkhckbfkaek", "bahikhkbhcihajh", "bekcjh", "ihciehefh", "cafcfh",
    "iecehcejheaj", "jhc", "cgkckjjkl", "eiajkljckcgk", "cgkckffklacf", "fecklclfcgkceic",
    "ebggjcbjgblj", "ljgabgblgiagjcg", "gelaclcglfalebl", "cgiblf", "gkbgbccbfcfj",
    "aeijcfcbfcgbgkb", "kcgkbcbac", "kbgbcgbicbei", "cfjcgfgef", "afifgifcgfjc", "acgage", "cgi",
    "iklilj", "ejaekjklj", "alfailikl", "klfkfe", "bieblilji", "ablalj", "blelielailfa", "lfb",
    "fkbfjkjik", "ekakjakfjkbf", "baibik", "bek", "efjeji", "fja", "aie", "",
};
// clang-format on

#endif
