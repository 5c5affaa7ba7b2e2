"""Names of Sinew's environments in Gymnasium's registry; the environments themselves are loaded when one is made."""
TASKS = ('Ant', 'HalfCheetah', 'Hopper', 'Humanoid', 'HumanoidStandup', 'InvertedDoublePendulum', 'InvertedPendulum',
         'Pusher', 'Reacher', 'Swimmer', 'Walker2d')


def register():
  """Registers Sinew/Ant-v5 and its kin; names that are there already stay."""
  from gymnasium.envs import registration  # pylint: disable=import-outside-toplevel
  for task in TASKS:
    name = f'Sinew/{task}-v5'
    if name not in registration.registry:
      registration.register(id=name, vector_entry_point='sinew.envs:VectorEnv', kwargs={'task': task})
