// Delayed controls from the history buffer, and the warning about a bad control: parts of actuation
// for one world only. In lanes they do nothing; models with delays are stepped world by world.
#ifndef SINEW_FORCE_DELAYED_CTRL_H_
#define SINEW_FORCE_DELAYED_CTRL_H_

#include "model/lane_data.h"

#if LANE_W == 1

#include "model/history.h"

// the first control of every delayed actuator as it was `delay` ago
LANE_INLINE void delayed_read(const lane_Model* m, const lane_Data* d, real* u) {
  for (int i = 0; i < m->nactuator && m->nhistory; i++) {
    if (m->actuator_delay[i] > 0 && m->actuator_ctrlnum[i] > 0) {
      u[m->actuator_ctrladr[i]] = mj_readCtrl(m, d, i, d->time, -1);
    }
  }
}

LANE_INLINE void delayed_warnBad(lane_Data* d, int ctrl) { mj_warning(d, mjWARN_BADCTRL, ctrl); }

#else

LANE_INLINE void delayed_read(const lane_Model* m, const lane_Data* d, real* u) {
  (void)m;
  (void)d;
  (void)u;
}

LANE_INLINE void delayed_warnBad(lane_Data* d, int ctrl) {
  (void)d;
  (void)ctrl;
}

#endif

#endif
