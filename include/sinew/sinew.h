// Sinew: physics of articulated bodies in contact. This header is the whole API.
#ifndef SINEW_SINEW_H_
#define SINEW_SINEW_H_

#include <sinew/api.h>
#include <sinew/batch.h>
#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/extra.h>
#include <sinew/log.h>
#include <sinew/macros.h>
#include <sinew/math.h>
#include <sinew/model.h>
#include <sinew/plugin.h>
#include <sinew/render.h>
#include <sinew/spec.h>
#include <sinew/types.h>
#include <sinew/ui.h>
#include <sinew/visualize.h>

#endif
