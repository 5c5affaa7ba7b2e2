// Bit set of options that were written in a file. A section is a sorted table of member offsets;
// the option at an address has the index of the last member that begins at or before it.
#include "spec/authored.h"

#include "base/assert.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const size_t compilerMember[] = {
    offsetof(mjsCompiler, autolimits),
    offsetof(mjsCompiler, boundmass),
    offsetof(mjsCompiler, boundinertia),
    offsetof(mjsCompiler, settotalmass),
    offsetof(mjsCompiler, balanceinertia),
    offsetof(mjsCompiler, fitaabb),
    offsetof(mjsCompiler, degree),
    offsetof(mjsCompiler, eulerseq),
    offsetof(mjsCompiler, discardvisual),
    offsetof(mjsCompiler, usethread),
    offsetof(mjsCompiler, fusestatic),
    offsetof(mjsCompiler, inertiafromgeom),
    offsetof(mjsCompiler, inertiagrouprange),
    offsetof(mjsCompiler, saveinertial),
    offsetof(mjsCompiler, alignfree),
    offsetof(mjsCompiler, conflict),
    offsetof(mjsCompiler, LRopt),
    offsetof(mjsCompiler, meshdir),
    offsetof(mjsCompiler, texturedir),
};

static const size_t optionMember[] = {
    offsetof(mjOption, timestep),
    offsetof(mjOption, impratio),
    offsetof(mjOption, tolerance),
    offsetof(mjOption, ls_tolerance),
    offsetof(mjOption, noslip_tolerance),
    offsetof(mjOption, ccd_tolerance),
    offsetof(mjOption, sleep_tolerance),
    offsetof(mjOption, gravity),
    offsetof(mjOption, wind),
    offsetof(mjOption, magnetic),
    offsetof(mjOption, density),
    offsetof(mjOption, viscosity),
    offsetof(mjOption, o_margin),
    offsetof(mjOption, o_solref),
    offsetof(mjOption, o_solimp),
    offsetof(mjOption, o_friction),
    offsetof(mjOption, integrator),
    offsetof(mjOption, cone),
    offsetof(mjOption, jacobian),
    offsetof(mjOption, solver),
    offsetof(mjOption, iterations),
    offsetof(mjOption, ls_iterations),
    offsetof(mjOption, noslip_iterations),
    offsetof(mjOption, ccd_iterations),
    offsetof(mjOption, disableflags),
    offsetof(mjOption, enableflags),
    offsetof(mjOption, disableactuator),
    offsetof(mjOption, sdf_initpoints),
    offsetof(mjOption, sdf_iterations),
};

_Static_assert(COUNT(compilerMember) <= 64 && COUNT(optionMember) <= 64, "a bit for each");

typedef struct {
  size_t start, size;    // of the section in mjSpec
  size_t word;           // offset of its bit set in mjSpec
  const size_t* member;  // offsets of members, or NULL: all have the same size
  int nmember;
  size_t bytes;  // size of each member if they have the same size
} Section;

// each part of mjVisual has members of one size
#define PART(part, bytes)                                                                          \
  {                                                                                                \
    offsetof(mjSpec, visual) + offsetof(mjVisual, part), sizeof(((mjVisual*)0)->part),             \
        offsetof(mjSpec, authored) + offsetof(mjsAuthored, visual_##part), NULL, 0, bytes          \
  }

static const Section sectionTable[AUTH_NSECTION] = {
    [AUTH_COMPILER] = {offsetof(mjSpec, compiler), offsetof(mjsCompiler, authored),
                       offsetof(mjSpec, compiler) + offsetof(mjsCompiler, authored), compilerMember,
                       COUNT(compilerMember), 0},
    [AUTH_OPTION] = {offsetof(mjSpec, option), sizeof(mjOption),
                     offsetof(mjSpec, authored) + offsetof(mjsAuthored, option), optionMember,
                     COUNT(optionMember), 0},
    [AUTH_GLOBAL] = PART(global, sizeof(int)),
    [AUTH_QUALITY] = PART(quality, sizeof(int)),
    [AUTH_HEADLIGHT] = PART(headlight, 3 * sizeof(float)),
    [AUTH_MAP] = PART(map, sizeof(float)),
    [AUTH_SCALE] = PART(scale, sizeof(float)),
    [AUTH_RGBA] = PART(rgba, 4 * sizeof(float)),
};

// section and index of a member; NULL if it is in none
static const Section* locate(const mjSpec* spec, const void* member, int* bit) {
  const uintptr_t base = (uintptr_t)spec, at = (uintptr_t)member;
  if (at < base || at >= base + sizeof *spec) return NULL;
  for (int i = 0; i < AUTH_NSECTION; i++) {
    const Section* s = &sectionTable[i];
    const size_t offset = (size_t)(at - base);
    if (offset < s->start || offset >= s->start + s->size) continue;
    if (!s->member) {
      *bit = (int)((offset - s->start) / s->bytes);
      ASSERT(*bit < 64);
      return s;
    }
    *bit = 0;
    while (*bit + 1 < s->nmember && s->member[*bit + 1] <= offset - s->start) ++*bit;
    ASSERT(s->member[*bit] <= offset - s->start);
    return s;
  }
  return NULL;
}

void authored_mark(mjSpec* spec, const void* member) {
  int bit;
  const Section* s = locate(spec, member, &bit);
  if (s) *(uint64_t*)((char*)spec + s->word) |= (uint64_t)1 << bit;
}

bool authored_has(const mjSpec* spec, const void* member) {
  int bit;
  const Section* s = locate(spec, member, &bit);
  return s && (*(const uint64_t*)((const char*)spec + s->word) >> bit & 1);
}
