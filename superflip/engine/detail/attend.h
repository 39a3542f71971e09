// attend(): runs long work on a thread of its own and its listener on the calling thread.
//
// The work runs on a thread of its own and puts its events into a queue. The calling thread hands them to the listener
// in order, and polls it when there are none. So a listener may be slow, draw, or run an interpreter that must not be
// called from a foreign thread, and may end the work at any moment.
#pragma once

#include <functional>

#include "superflip/base/stop.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// Runs work(stop, on_event) to its end and returns; what it throws is thrown here. `stop` is set when the listener
// returns false or the outer flag is set. Without a listener the work runs on the calling thread, with the outer flag
// and no on_event. Where the system grants no thread the listener is called by the work itself, and not polled.
void attend(const std::function<bool(const Event&)>& listener, const StopFlag* outer,
            const std::function<void(const StopFlag* stop, const OnEvent& on_event)>& work);

}  // namespace superflip::detail
